/** Devices in lists of sessions, of members and staff alike. Pure. */

/** What a person recognises a device by in their list of sessions: browser and system. */
export function deviceOf(userAgent: string | undefined): string {
  const text = userAgent ?? ''
  const browser = /Edg\//.test(text) ? 'Edge' : /(Firefox|OPR|Chrome|Safari)\//.exec(text)?.[1]?.replace('OPR', 'Opera')
  const system = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'Linux']
    .find((name) => text.includes(name))
    ?.replace('Mac OS', 'macOS')
  return [browser ?? text.split(/[/\s]/)[0]?.slice(0, 40), system].filter(Boolean).join(' · ') || '–'
}
