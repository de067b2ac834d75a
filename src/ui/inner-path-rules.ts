/** The one answer to what is a path of this shop: for links that staff write, ways back after signing in, and redirects. Pure. */

const HERE = 'https://here.invalid'

/**
 * The path, query and fragment of `text` as a browser would read them, when they stay in the shop; else null. A backslash,
 * a space and a character that browsers drop make it null too: who writes one means something else.
 */
export function innerPath(text: string | null | undefined): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop tabs and line ends inside an address
  if (!text?.startsWith('/') || /[\u0000-\u0020\u007f\\]/.test(text) || !URL.canParse(text, HERE)) return null
  const { origin, pathname, search, hash } = new URL(text, HERE)
  return origin === HERE && !pathname.startsWith('//') ? pathname + search + hash : null
}
