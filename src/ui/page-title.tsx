/** What a page of the shop is called: by itself, and by whom it is shown. */
import { DRAWN } from './brand-shapes.ts'
import { useShellData } from './shell-data.ts'

/** Where no store is known, as on the error page of a root that could not load, the software says its own name. */
export const useBrand = (): string => useShellData()?.store.brand ?? DRAWN

export const PageTitle = ({ children: title }: { children: string | number }) => (
  <title>{`${title} · ${useBrand()}`}</title>
)
