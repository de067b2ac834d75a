/** Addresses that lead elsewhere (seed §2): a table of the server, applied to documents and to moves inside the page alike. Pure. */

export type RouteRule = { from: string; to: string }

/** Where `url` leads by `rules`, with its own query kept; null when no rule names its path. */
export function ruledTarget(rules: readonly RouteRule[], url: { pathname: string; search: string }): string | null {
  const path = url.pathname.length > 1 ? url.pathname.replace(/\/$/, '') : url.pathname
  const rule = rules.find(({ from }) => from === path)
  if (!rule) return null
  const [target = '', fragment] = rule.to.split('#')
  const query = url.search.replace(/^\?/, target.includes('?') ? '&' : '?')
  return target + (query.length > 1 ? query : '') + (fragment === undefined ? '' : `#${fragment}`)
}
