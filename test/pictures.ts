/** Uploaded pictures for tests: the first bytes are those of the format, and the rest is any text. */
const bytesOf = (start: string, rest: string) => new Uint8Array(Buffer.from(start + rest, "latin1"));

export const PNG_START = "\x89PNG\r\n\x1a\n";

/** Pictures with different texts are different files. */
export const png = (text = "a picture") => bytesOf(PNG_START, text);
export const jpeg = (text = "a photo") => bytesOf("\xff\xd8\xff\xe0", text);
export const gif = (text = "an animation") => bytesOf("GIF89a", text);
export const webp = (text = "a small picture") => bytesOf("RIFF\x24\0\0\0WEBP", text);

/** A PNG of so many bytes. */
export const pngOfSize = (bytes: number) => {
  const picture = new Uint8Array(bytes);
  picture.set(png(""));
  return picture;
};
