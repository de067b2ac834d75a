/**
 * A shop as a file says it, by the calls that the pages make: judged, asked for and recorded as everything else (decision 0160). What
 * is so already is left; what was refused is said where it stands in the file, and the rest goes on.
 */
import { isDeepStrictEqual } from 'node:util'
import type { OfficeMaker } from '../../src/catalogue/office-contract.ts'
import type { SetupView } from '../../src/office/setup/setup-contract.ts'
import { setUpProducts } from './products.ts'
import { setUpSelling } from './selling.ts'
import type { FileStore, ShopFile } from './shop-file.ts'

/** A call of the office; throws a Refused for what it refuses. */
export type Office = {
  get<T>(path: string, query?: Record<string, string>): Promise<T>
  post<T>(path: string, body: object): Promise<T>
  upload<T>(path: string, fields: Record<string, string>, file: string): Promise<T>
}

export class Refused extends Error {
  readonly code: string | null
  /** Why, by field. */
  readonly fields: Record<string, string>
  constructor(message: string, code: string | null, fields: Record<string, string>) {
    super(message)
    this.code = code
    this.fields = fields
  }
}

export type Told = { set: string[]; asked: string[]; refused: string[] }
/** Does one part of the file; what comes back says whether a second person is asked. */
export type Part = <T extends object>(at: string, work: () => Promise<T | null>) => Promise<T | null>

export async function applyShopFile(office: Office, file: ShopFile): Promise<Told> {
  const told: Told = { set: [], asked: [], refused: [] }
  const part: Part = async (at, work) => {
    try {
      const done = await work()
      if (done) ('approval_id' in done && done.approval_id ? told.asked : told.set).push(at)
      return done
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const fields = Object.entries(error.fields)
      told.refused.push(
        ...(fields.length > 0 ? fields.map(([field, why]) => `${at}.${field}: ${why}`) : [`${at}: ${error.message}`]),
      )
      return null
    }
  }
  for (const store of file.stores) await makeStore(office, store, part)
  await saveMakers(office, file, part)
  for (const store of file.stores) {
    if (!(await storesOf(office)).some(({ code }) => code === store.code)) continue
    await setUpSelling(office, store, file.reason, part)
    await setUpProducts(office, store, part)
    await open(office, store, file.reason, part)
  }
  return told
}

const storesOf = async (office: Office) => (await office.get<SetupView>('/setup/list')).stores

async function makeStore(office: Office, { code, name, country, language }: FileStore, part: Part) {
  if ((await storesOf(office)).some((store) => store.code === code)) return
  await part(`stores.${code}`, () => office.post('/setup/makeStore', { code, name, country, language }))
}

async function saveMakers(office: Office, { makers }: ShopFile, part: Part) {
  if (makers.length === 0) return
  const { makers: known } = await office.get<{ makers: OfficeMaker[] }>('/catalogue/makers')
  for (const maker of makers)
    await part(`makers.${maker.code}`, async () => {
      const now = known.find(({ code }) => code === maker.code)
      const isSo =
        now &&
        Object.entries(maker).every(([field, value]) => isDeepStrictEqual(now[field as keyof OfficeMaker], value))
      return isSo ? null : office.post('/catalogue/saveMaker', { ...maker, seen: now?.seen ?? null })
    })
}

/** What is missing is said by the refusal. */
async function open(office: Office, { code, open: wanted }: FileStore, reason: string, part: Part) {
  const now = (await storesOf(office)).find((store) => store.code === code)
  if (wanted && now && !now.open)
    await part(`stores.${code}.open`, () => office.post('/setup/open', { store: code, reason }))
}
