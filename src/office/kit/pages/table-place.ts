/** Where a list stands, kept in the address: filters, sort, page, and the row that is open. */
import { useSearchParams } from 'react-router'
import type { Filter } from './table-filters.tsx'

export const PAGE_SIZE = 50

export type TablePlace = {
  query: Record<string, string>
  filterOf: (name: string) => string
  setFilter: (name: string, value: string) => void
  isFiltered: boolean
  clear: () => void
  page: number
  setPage: (page: number) => void
  sort: string
  setSort: (sort: string) => void
  open: string | null
  setOpen: (id: string | null) => void
}

export function useTablePlace(filters: Filter[]): TablePlace {
  const [search, setSearch] = useSearchParams()
  const page = Math.max(1, Number(search.get('page')) || 1)
  const sort = search.get('sort') ?? ''
  const filterOf = (name: string) => search.get(name) ?? ''
  const given = filters.map(({ name }) => [name, filterOf(name)] as const).filter(([, value]) => value !== '')

  function change(values: Record<string, string | null>, { replace = true } = {}) {
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(values))
          if (value) next.set(name, value)
          else next.delete(name)
        return next
      },
      { replace, preventScrollReset: true },
    )
  }

  return {
    query: { ...Object.fromEntries(given), ...(sort ? { sort } : {}), ...(page > 1 ? { page: String(page) } : {}) },
    filterOf,
    setFilter: (name, value) => change({ [name]: value, page: null, open: null }),
    isFiltered: given.length > 0,
    clear: () => change({ ...Object.fromEntries(filters.map(({ name }) => [name, null])), page: null, open: null }),
    page,
    setPage: (next) => change({ page: next > 1 ? String(next) : null, open: null }, { replace: false }),
    sort,
    setSort: (next) => change({ sort: next, page: null }),
    open: search.get('open'),
    setOpen: (id) => change({ open: id }),
  }
}
