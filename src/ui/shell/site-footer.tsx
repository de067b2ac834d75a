import { later } from '../later.tsx'

/** The foot of every page; few have come for it. */
export const SiteFooter = later(async () => (await import('../footer-places.tsx')).FooterPlaces)
