/** Who may have how many event streams: a bound for one address, and a fair share for its network when all places are taken. */
import { Refusal } from '../refusals.ts'

type Bounds = { max: number; maxPerAddress: number }
type Taken = { network: string; address: string; end: () => void }

/** The network of an address as http/limits.ts gives it: a /24, or the /64 that an IPv6 address is. */
const networkOf = (address: string) => (address.includes(':') ? address : address.split('.').slice(0, 3).join('.'))

/**
 * Gives every stream a place until it is left. When all are taken, the network with the most streams loses its oldest to one
 * that has at least two fewer; `end` is told so, after its place is gone.
 *
 * Refuses too_many_requests beyond the bound of one address; overloaded when no network has so many more.
 */
export function openPlaces({ max, maxPerAddress }: Bounds) {
  const networks = new Map<string, Set<Taken>>()
  const addresses = new Map<string, number>()
  let all = 0

  const countOf = (network: string) => networks.get(network)?.size ?? 0

  function largest(): Set<Taken> | undefined {
    let most: Set<Taken> | undefined
    for (const streams of networks.values()) if (streams.size > (most?.size ?? 0)) most = streams
    return most
  }
  function leave(taken: Taken) {
    const { network, address } = taken
    const streams = networks.get(network)
    if (!streams?.delete(taken)) return
    if (streams.size === 0) networks.delete(network)
    const left = (addresses.get(address) ?? 0) - 1
    if (left > 0) addresses.set(address, left)
    else addresses.delete(address)
    all -= 1
  }
  function makeRoom(network: string) {
    const streams = largest()
    const [oldest] = streams ?? []
    if (!streams || !oldest || streams.size - countOf(network) < 2) throw new Refusal('overloaded')
    leave(oldest)
    oldest.end()
  }

  return {
    /** Takes a place; the answer gives it back, once however often it is called. */
    take(address: string, end: () => void): () => void {
      if ((addresses.get(address) ?? 0) >= maxPerAddress) throw new Refusal('too_many_requests', { retry_after: 60 })
      const network = networkOf(address)
      if (all >= max) makeRoom(network)
      const taken = { network, address, end }
      const streams = networks.get(network) ?? new Set()
      networks.set(network, streams.add(taken))
      addresses.set(address, (addresses.get(address) ?? 0) + 1)
      all += 1
      return () => leave(taken)
    },
  }
}
