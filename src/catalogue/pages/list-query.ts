/** The chosen search, filters, order and page of the list, as they stand in the address. */
export const filterNames = [
  'category',
  'karat',
  'weight',
  'brand',
  'form',
  'in_stock',
  'price_from',
  'price_to',
] as const

export const valuesOf = (search: URLSearchParams, name: string): string[] =>
  search.getAll(name).flatMap((text) => text.split(',').filter(Boolean))

/** The address with one change; an empty value leaves the name out, and any change but that of the page starts at page 1. */
export function changed(search: URLSearchParams, changes: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(search)
  if (!('page' in changes)) next.delete('page')
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}

/** The address with one value of a filter chosen or given up. */
export function toggled(search: URLSearchParams, name: string, value: string): URLSearchParams {
  const values = valuesOf(search, name)
  const next = values.includes(value) ? values.filter((other) => other !== value) : [...values, value]
  return changed(search, { [name]: next.join(',') })
}

/** Search words and order stay, every filter goes. */
export const withoutFilters = (search: URLSearchParams): URLSearchParams =>
  changed(search, Object.fromEntries(filterNames.map((name) => [name, ''])))

export const hrefOf = (search: URLSearchParams): string => {
  const text = search.toString().replaceAll('%2C', ',')
  return `/product/product${text && `?${text}`}`
}
