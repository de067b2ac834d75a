/** Which names of hosts the world can reach. Pure. */
import { isIP } from 'node:net'

const PRIVATE_V4 = /^(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)/
const PRIVATE_V6 = /^(::1$|f[cd]|fe[89ab])/
/** Names that no public DNS answers for (RFC 2606, 6761, 6762, 8375), and those that only one network knows. */
const PRIVATE_NAME = /(^|\.)(localhost|test|example|invalid|local|internal|lan|home\.arpa)$/

/** The name of a host without port and brackets, in lower case; '' for what is none. */
export function hostnameOf(host: string | undefined): string {
  const written = `http://${host ?? ''}`
  return host && /^[\w.:[\]-]+$/.test(host) && URL.canParse(written) ? bare(new URL(written).hostname) : ''
}

const bare = (hostname: string) => hostname.toLowerCase().replace(/^\[|\]$/g, '')

/** This machine, or an address of one's own network: no name that somebody else could point here. */
export function isOwnAddress(hostname: string): boolean {
  const host = bare(hostname)
  if (host === 'localhost' || host.endsWith('.localhost')) return true
  if (host.includes(':')) return PRIVATE_V6.test(host)
  return /^\d+\.\d+\.\d+\.\d+$/.test(host) && PRIVATE_V4.test(host)
}

/** An address, or a network no wider than the widest private one (/8, of IPv6 /7). IPv4 is written as IPv4. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more !== undefined || /^::ffff:/i.test(address)) return false
  return bits === undefined || (Number(bits) >= (version === 4 ? 8 : 7) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** Whether a proxy says that it asks for somebody else. */
export const isForwarded = (headers: Record<string, unknown>): boolean =>
  ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'].some((name) => headers[name] !== undefined)

/** Whether people outside may come by this name. */
export function isPublicHost(hostname: string): boolean {
  const host = bare(hostname)
  if (isOwnAddress(host) || PRIVATE_NAME.test(host)) return false
  return host.includes('.') || host.includes(':')
}
