/** What a view of the list of orders keeps. Pure. */

/** The columns that may be chosen, in their order; the number always stands. */
export const viewColumns = ['state', 'buyer', 'what', 'weight', 'delivery', 'total', 'ordered', 'age'] as const
export type ViewColumn = (typeof viewColumns)[number]

export const MOST_VIEWS = 50

const kept = ['tab', 'store', 'delivery', 'refund', 'mark', 'from', 'to', 'sort', 'cols']

/** What of an address a view keeps, in one order: never what somebody looked for, which may be a name, and no page. */
export function tidySearch(search: string): string {
  const given = new URLSearchParams(search)
  return new URLSearchParams(
    kept.flatMap((name) => {
      const value = given.get(name)
      return value ? [[name, value]] : []
    }),
  ).toString()
}

/** The columns that an address chooses; all of them where it chooses none. */
export function chosenColumns(cols: string | null): ViewColumn[] {
  const asked = (cols ?? '').split(',')
  const chosen = viewColumns.filter((column) => asked.includes(column))
  return chosen.length > 0 ? chosen : [...viewColumns]
}
