/** Products and skus as the office adds them. */
import { randomUUID } from 'node:crypto'
import type { OfficeProductView } from '../../src/catalogue/office-contract.ts'
import { makerLetters, serialOf, showSerial } from '../../src/catalogue/serial-rules.ts'
import type { Shop } from './shop.ts'
import { askStaff, type TestStaff } from './staff.ts'

export const reason = 'As the maker delivers it'
export const words = (text: string) => ({ 'en-US': text, id: `${text} (id)`, zh: `${text}（中）` })
export const wishFor = (number: number, more: object = {}) => ({
  ...{ number, store: 'id', category: 'rings', form: 'ring', brand: 'Karat Atelier', series: null },
  ...{ name: words(`Kenari ring ${number}`), description: words('A narrow band'), certificate: words('Hallmarked') },
  ...more,
})
export const sku = (code: string, more: object = {}) => ({
  ...{ code, weight: '3.9', karat: 22, fineness: 9160, premium_bps: 120, making: '612000', scarce: false },
  attributes: { ring_size: '12' },
  ...more,
})
export const bars = { category: 'minted-bars', form: 'minted', brand: 'Karat Mint' }
export const barSku = (code: string, weight: string) =>
  sku(code, { weight, karat: 24, fineness: 9999, making: '0', attributes: {} })
/** A serial number of the maker of `bars`. */
export const serialFor = (number: number) => showSerial(serialOf(makerLetters(bars.brand), 800_000n + BigInt(number)))

export const askCatalogue = (at: Shop, who: TestStaff, path: string, body?: object) =>
  askStaff(at, who, `/catalogue${path}`, body)
export const readProduct = async (at: Shop, who: TestStaff, id: number) =>
  (await askCatalogue(at, who, `/product?id=${id}`)).data as unknown as OfficeProductView
/** Said of pieces whose cost is not what a test is about. */
export const fromMaker = { supplier: 'Logam Mulia', unit_cost: '', papers_complete: true }
export const receive = (at: Shop, who: TestStaff, skuId: number, serial: string) =>
  askStaff(at, { headers: { ...who.headers, 'idempotency-key': randomUUID() } }, '/stock/receive', {
    ...{ sku_id: skuId, assayed_on: new Date().toISOString().slice(0, 10), serials: serial },
    ...fromMaker,
  })
