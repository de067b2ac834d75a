/** What DATABASE_URL says: one server or several, and words of which any letter may be anything. */

/** A server's host and port, as a sentence names it, and the address that reaches it. */
export type Server = { name: string; url: string }

const HOST = String.raw`(?:\[[\da-fA-F:.]+\]|[\w.-]+)(?::\d{1,5})?`
const ADDRESS = new RegExp(
  String.raw`^postgres(?:ql)?://(?:(.*)@)?(${HOST}(?:,${HOST})*)?(?:/([^?]*))?(?:\?(.*))?$`,
  's',
)

/**
 * The servers of an address, in its order: `postgres://user:password@one:5432,two/karat?sslmode=require`. The last `@` ends
 * user and password, so that a password may have any letter, as itself or as %40. Null when it is no such address.
 */
export function readAddress(address: string): Server[] | null {
  const parts = ADDRESS.exec(address)
  if (!parts) return null
  const [, login, hosts = '', database, options] = parts
  const at = login?.indexOf(':') ?? -1
  const words = login === undefined ? [] : at < 0 ? [login] : [login.slice(0, at), login.slice(at + 1)]
  const before = words.length > 0 ? `${words.map(encoded).join(':')}@` : ''
  const after = `${database === undefined ? '' : `/${encoded(database)}`}${options ? `?${options}` : ''}`
  return hosts.split(',').map((host) => ({ name: host, url: `postgres://${before}${host}${after}` }))
}

/** The database that an address names, for sentences: what is before the host is nobody's business. */
export const databaseOf = (address: string): string => ADDRESS.exec(address)?.[3] ?? ''

/** A word as an address has it, whether it was written there as itself or encoded already. */
function encoded(word: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(word))
  } catch {
    return encodeURIComponent(word) // a % that begins no letter is a %
  }
}
