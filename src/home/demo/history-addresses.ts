/** Where the parcels of the demo's history go. Streets are real, the people are not. */
import type { AddressInput } from '../../delivery/contract.ts'

export const homes = {
  menteng: {
    ...{ label: 'Rumah', recipient: 'Ratna Wulandari', mobile: '+6281210004471' },
    ...{ province_code: '31', regency_code: '31.71', district_code: '31.71.06' },
    ...{ street: 'Jl. Cikini Raya No. 47, lantai 2', postal_code: '10310' },
  },
  depok: {
    ...{ label: 'Rumah', recipient: 'Bagus Prasetyo', mobile: '+6281330007718' },
    ...{ province_code: '32', regency_code: '32.76', district_code: '32.76.06' },
    ...{ street: 'Jl. Margonda Raya No. 218', postal_code: '16424' },
  },
  sleman: {
    ...{ label: 'Rumah', recipient: 'Sri Handayani', mobile: '+6281328004156' },
    ...{ province_code: '34', regency_code: '34.04', district_code: '34.04.07' },
    ...{ street: 'Jl. Kaliurang Km. 5 No. 12', postal_code: '55281' },
  },
  surabaya: {
    ...{ label: 'Kantor', recipient: 'Dimas Ardiansyah', mobile: '+6281230005509' },
    ...{ province_code: '35', regency_code: '35.78', district_code: '35.78.07' },
    ...{ street: 'Jl. Tunjungan No. 80', postal_code: '60275' },
  },
  bangsar: {
    ...{ label: 'Home', recipient: 'Aisyah Rahman', mobile: '+60123304471' },
    ...{ province_code: '14', city: 'Kuala Lumpur' },
    ...{ street: '8 Jalan Telawi 5, Bangsar', postal_code: '59100' },
  },
} satisfies Record<string, AddressInput>
