/** What the widget's conversation says. Apart from widget.ts, because it comes with the conversation's code after the box can be used. */

export interface TalkText {
  /** Where an agent that has no greeting waits for the first message. */
  empty: string;
  latest: string;
  typing: string;
  /** While others are answered first. `N` stands for how many. */
  waitNext: string;
  waitOne: string;
  waitMany: string;
  retry: string;
  notSent: string;
  offline: string;
  connecting: string;
  interrupted: string;
  image: string;
  imageFailed: string;
  reload: string;
  tooLong: string;
  tooMany: string;
  busy: string;
  replyFailed: string;
  refused: string;
  notFound: string;
}
