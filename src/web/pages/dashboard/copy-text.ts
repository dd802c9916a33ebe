/**
 * Copies text. `navigator.clipboard` is absent on plain http, so the selected box's own copy command is the second way.
 * False when neither worked; the text is then left selected for the keyboard.
 */
export async function copyText(text: string, box: HTMLTextAreaElement | null): Promise<boolean> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch (error) {
      console.debug("clipboard refused; trying the old way", error);
    }
  }
  box?.focus();
  box?.select();
  return document.execCommand("copy");
}
