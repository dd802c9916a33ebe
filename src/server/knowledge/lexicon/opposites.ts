/**
 * Pairs of words of which one excludes the other: an entry about one of them does not answer a question about the other.
 * All words are in the lexicon; `_` joins phrases. Narrower concepts of one kind exclude each other without a line here.
 * Data only.
 */
export const OPPOSITES = `
monthly yearly
monthly weekly
weekly daily
monthly daily
inside outside
weekday weekend
new secondhand
adult child
male female
upstairs downstairs
morning evening
morning night
lunch dinner
breakfast dinner
buy rent
sell rent
buy repair
delivery self_collect
manual automatic
small large
open close
early late
before after
hot cold
front back
left right
wet dry
car motorcycle
cat dog
chicken beef
fish chicken
local overseas
private group
one_way return_trip
beginner advanced
upper lower
cash card
online physical
member non_member
`;
