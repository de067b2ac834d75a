/** What two people saw in a place, against each other and against the register. Pure. */

/** What somebody weighed: in units of 0.0001 g. The maker and the seal where they wrote them down. */
export type Seen = { serial: string; maker: string | null; weight: bigint; seal: string | null }
/** `stayed`: in the register there from the beginning of the count to its end; `came` and `left` meanwhile. */
export type CountedBar = {
  id: string
  serial: string
  maker: string
  weight: bigint
  when: 'stayed' | 'came' | 'left'
}

export const countStates = ['counting', 'differences', 'finished', 'abandoned'] as const
export type CountState = (typeof countStates)[number]
const differences = ['missing', 'one_saw', 'unknown', 'weight_differs', 'maker_differs', 'seal_differs'] as const
export const findingKinds = ['matched', 'moved', ...differences] as const
export type FindingKind = (typeof findingKinds)[number]
export const resolutions = ['recounted', 'entry_wrong', 'not_ours', 'taken_in', 'declared_missing'] as const
export type Resolution = (typeof resolutions)[number]

export const isDifference = (kind: FindingKind): boolean => kind !== 'matched' && kind !== 'moved'

/** How each kind of difference may be settled; nothing settles what is none. */
export const waysOf = (kind: FindingKind): readonly Resolution[] =>
  kind === 'unknown'
    ? ['entry_wrong', 'taken_in', 'not_ours']
    : isDifference(kind)
      ? ['recounted', 'declared_missing']
      : []

export type Finding = {
  kind: FindingKind
  barId: string | null
  serial: string
  maker: string | null
  expected: bigint | null
  first: Sighting | null
  second: Sighting | null
}
/** What one person saw of a bar. */
export type Sighting = Pick<Seen, 'weight' | 'maker' | 'seal'>
const sightingOf = ({ weight, maker, seal }: Seen): Sighting => ({ weight, maker, seal })

/** What a scale may be away from the register: a ten-thousandth of the gross weight, at least 0.01 g. In units of 0.0001 g. */
export function fitsWeight(expected: bigint, weighed: bigint): boolean {
  const away = weighed > expected ? weighed - expected : expected - weighed
  const share = expected / 10_000n
  return away <= (share > 100n ? share : 100n)
}

const plain = (text: string) => text.trim().toLowerCase()

/**
 * Which bar each line of a sheet means: of its number, and of its maker where the line says one; of several that it may be, the one
 * whose weight is nearest. What means none is left over.
 */
function assign(bars: readonly CountedBar[], sheet: readonly Seen[]): { of: Map<string, Seen>; rest: Seen[] } {
  const of = new Map<string, Seen>()
  const rest: Seen[] = []
  for (const seen of [...sheet].sort((one, other) => Number(one.maker === null) - Number(other.maker === null))) {
    const away = ({ weight }: CountedBar) => (weight > seen.weight ? weight - seen.weight : seen.weight - weight)
    const named = bars.filter(({ id, serial }) => serial === seen.serial && !of.has(id))
    const made = named.filter(({ maker }) => seen.maker !== null && plain(maker) === plain(seen.maker))
    const [nearest] = (made.length > 0 ? made : named).sort((one, other) => (away(one) < away(other) ? -1 : 1))
    if (nearest) of.set(nearest.id, seen)
    else rest.push(seen)
  }
  return { of, rest }
}

/** A finding for every bar that the register has or had there, and for everything else that was seen. */
export function compareCount(
  bars: readonly CountedBar[],
  firstSheet: readonly Seen[],
  secondSheet: readonly Seen[],
): Finding[] {
  const [first, second] = [assign(bars, firstSheet), assign(bars, secondSheet)]
  const known = bars.map((bar): Finding => {
    const [one, other] = [first.of.get(bar.id), second.of.get(bar.id)]
    return {
      ...{ kind: judge(bar, one, other), barId: bar.id, serial: bar.serial, maker: bar.maker, expected: bar.weight },
      ...{ first: one ? sightingOf(one) : null, second: other ? sightingOf(other) : null },
    }
  })
  const strangers = new Map<string, Finding>()
  for (const [side, rest] of [['first', first.rest] as const, ['second', second.rest] as const])
    for (const seen of rest) {
      const { serial, maker } = seen
      const name = `${serial}\n${plain(maker ?? '')}`
      const before = strangers.get(name)
      const found = before ?? {
        ...{ kind: 'unknown' as const, barId: null, serial, maker },
        ...{ expected: null, first: null, second: null },
      }
      strangers.set(name, { ...found, [side]: sightingOf(seen) })
    }
  return [...known, ...strangers.values()]
}

function judge(bar: CountedBar, one: Seen | undefined, other: Seen | undefined): FindingKind {
  if (bar.when === 'left') return 'moved'
  if (!one || !other) return bar.when === 'came' ? 'moved' : one || other ? 'one_saw' : 'missing'
  const both = [one, other]
  if (both.some(({ maker }) => maker !== null && plain(maker) !== plain(bar.maker))) return 'maker_differs'
  if (!both.every(({ weight }) => fitsWeight(bar.weight, weight))) return 'weight_differs'
  if (one.seal !== null && other.seal !== null && plain(one.seal) !== plain(other.seal)) return 'seal_differs'
  return 'matched'
}
