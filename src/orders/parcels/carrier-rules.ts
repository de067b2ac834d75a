/** The couriers that a store gives gold to. Pure. */

type Carrier = { code: string; name: string }

const carriers: Record<string, Carrier[]> = {
  id: [
    { code: 'brinks', name: 'Brink’s' },
    { code: 'jne', name: 'JNE' },
    { code: 'pos', name: 'Pos Indonesia' },
  ],
  my: [
    { code: 'brinks', name: 'Brink’s' },
    { code: 'poslaju', name: 'Pos Laju' },
  ],
}

export const carriersOf = (store: string): Carrier[] => carriers[store] ?? []
/** What couriers call a parcel. */
export const trackingPattern = /^[A-Za-z0-9][A-Za-z0-9-]{5,39}$/
/** A courier that the store no longer uses keeps its code. */
export const carrierName = (store: string, code: string): string =>
  carriersOf(store).find((carrier) => carrier.code === code)?.name ?? code
