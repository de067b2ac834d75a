/** The table of route rules: the product's own, and what the operator adds. Only the server's configuration writes it (docs/security.md §5.7). */
import type { Config } from '../config.ts'
import type { Settings } from '../settings.ts'
import { innerPath } from '../ui/inner-path-rules.ts'
import type { RouteRule } from '../ui/route-rules.ts'

const PATH = /^\/(?!\/)[\w/.-]*$/

/**
 * Every rule, the operator's before the product's. Throws one sentence for a rule whose path is none, stands
 * there twice, leads to another rule, or leads outside to an address that is not within one of REDIRECT_TARGETS.
 */
export function routeTable(
  config: Pick<Config, 'REDIRECTS' | 'REDIRECT_TARGETS' | 'MARKETING_URL'>,
  own: Settings,
): RouteRule[] {
  const marketing = config.MARKETING_URL.replace(/\/$/, '')
  const outside = own.marketingPaths.flatMap((path) => (marketing ? [{ from: path, to: marketing + path }] : []))
  const operators = config.REDIRECTS.split(',')
    .filter(Boolean)
    .map((pair) => ({ from: pair.slice(0, pair.indexOf('=')), to: pair.slice(pair.indexOf('=') + 1) }))
  const ours = [...outside, ...own.redirects].filter(({ from }) => !operators.some((rule) => rule.from === from))
  const rules = [...operators, ...ours]
  const targets = [...config.REDIRECT_TARGETS.split(',').filter(Boolean), ...(marketing ? [marketing] : [])]
  const wrong = rules.map((rule) => fault(rule, rules, targets)).find((sentence) => sentence !== null)
  if (wrong) throw new Error(`REDIRECTS is wrong: ${wrong}.`)
  return rules
}

function fault({ from, to }: RouteRule, rules: RouteRule[], targets: string[]): string | null {
  if (!PATH.test(from)) return `${from} is not a path`
  if (rules.filter((other) => other.from === from).length > 1) return `${from} stands there twice`
  if (innerPath(to) !== null)
    return rules.some((other) => other.from === to.split(/[?#]/)[0]) ? `${to} leads on, perhaps in a circle` : null
  if (!URL.canParse(to)) return `${to} is neither a path nor an address`
  const allowed = targets.some((target) => isWithin(new URL(to), new URL(target)))
  return allowed ? null : `${to} is not in REDIRECT_TARGETS`
}

/** The same origin, and the same path or one below it. */
function isWithin(address: URL, target: URL): boolean {
  const folder = target.pathname.replace(/\/$/, '')
  return address.origin === target.origin && (address.pathname === folder || address.pathname.startsWith(`${folder}/`))
}
