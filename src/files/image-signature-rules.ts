/** What bytes say of themselves, before any decoder is let near them. */

const startsWith = (bytes: Uint8Array, signature: number[], at = 0) =>
  signature.every((byte, i) => bytes[at + i] === byte)

/** The format that the first bytes claim; null for anything but JPEG, PNG and WebP, whatever its name says. */
export function imageFormatOf(bytes: Uint8Array): 'jpeg' | 'png' | 'webp' | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg'
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  if (startsWith(bytes, [0x52, 0x49, 0x46, 0x46]) && startsWith(bytes, [0x57, 0x45, 0x42, 0x50], 8)) return 'webp'
  return null
}

/**
 * Documents and scripts that a browser or viewer would read out of the middle of a picture, each with what follows its name: four letters
 * alone stand by chance in one photograph of 4 MB in a hundred and forty.
 */
const foreign = [/<script[\s/>]/i, /<html[\s>]/i, /<!doctype\s/i, /<iframe[\s/>]/i, /<\?php\s/i, /%pdf-[12]\./i]
const archives = ['Rar!\u001a\u0007', '7z\u00bc\u00af\u0027\u001c']
/** A drawing does something by what else it says: where it comes from, where it ends, or what runs in it. */
const drawing = /<svg[\s/>]/i
const drawn = /xmlns|<\/svg|\son\w{3,20}\s*=/i
/** An archive is one by its directory at the end; either mark alone may stand in any picture by chance. */
const archiveEntry = 'PK\u0001\u0002'
const archiveEnd = 'PK\u0005\u0006'

/** True when the bytes are also something else: a page, a script, a document or an archive hidden in a picture. */
export function isAlsoSomethingElse(bytes: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(bytes)
  if (foreign.some((mark) => mark.test(text)) || archives.some((mark) => text.includes(mark))) return true
  return (drawing.test(text) && drawn.test(text)) || (text.includes(archiveEntry) && text.includes(archiveEnd))
}

/** A name that could lead somewhere: with a path, a control character, or longer than a file system takes. */
export const isUnsafeFileName = (name: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must be refused
  name.length > 255 || /[/\\\u0000-\u001f\u007f]|^\.\.?$/.test(name)
