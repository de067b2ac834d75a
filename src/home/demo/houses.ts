/** Who sells in the demonstration's stores, and how they are reached. */
import type { SettingValue } from '../../stores/setting-rules.ts'

export const demoHouses: Record<string, SettingValue<'house'>> = {
  id: {
    brand: 'Karat',
    legal_name: 'PT Karat Logam Mulia',
    street: 'Jl. H.O.S. Cokroaminoto No. 84',
    city: 'Jakarta Pusat 10310',
    tax_number: 'NPWP 01.234.567.8-071.000',
    registration: 'NIB 8120018232914',
    licence: '',
    insurer: '',
    auditor: '',
    telephone: '+62 21 5098 2014',
    mail: 'halo@karat.test',
    hours_id: 'Telepon Senin–Jumat 09.00–18.00 WIB',
    hours_en: 'By phone Monday–Friday 09:00–18:00 WIB',
    hours_zh: '电话：周一至周五 09:00–18:00 WIB',
  },
  my: {
    brand: 'Karat',
    legal_name: 'Karat Bullion Sdn. Bhd.',
    street: '28 Jalan Bukit Bintang',
    city: '55100 Kuala Lumpur',
    tax_number: 'TIN C 2098765430',
    registration: 'SSM 201901034217',
    licence: '',
    insurer: '',
    auditor: '',
    telephone: '+60 3 2715 2019',
    mail: 'hello@karat.test',
    hours_id: 'Telepon Senin–Jumat 10.00–18.00 MYT',
    hours_en: 'By phone Monday–Friday 10:00–18:00 MYT',
    hours_zh: '电话：周一至周五 10:00–18:00 MYT',
  },
}

/** Who outside the house complaints may be taken to. */
export const demoOutsideBodies: Record<string, Partial<SettingValue<'complaints'>>> = {
  id: {
    body: 'Badan Penyelesaian Sengketa Konsumen (BPSK) DKI Jakarta',
    body_address: 'Jakarta',
    body_contact: 'https://siswaspk.kemendag.go.id',
  },
  my: {
    body: 'Tribunal Tuntutan Pengguna Malaysia (TTPM)',
    body_address: 'No. 13, Persiaran Perdana, Presint 2, 62623 Putrajaya',
    body_contact: 'https://ttpm.kpdn.gov.my',
  },
}
