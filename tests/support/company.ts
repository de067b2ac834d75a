/** A company, and a large trade that it asks for. */
export const company = {
  name: 'PT Cahaya Logam Nusantara',
  registration: '9120 3045 6789 1',
  tax_number: '01.234.567.8-071.000',
  address: 'Jl. Gajah Mada No. 12, Jakarta Barat 11130',
  buyer_kind: 'end_consumer',
}
export const wish = { side: 'buy', weight: '250', delivery: 'vault', words: 'By the end of the week.' }
