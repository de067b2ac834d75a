/** What a store of a file goes by: settings, days, counters, spread, agreement, account. */
import { isDeepStrictEqual } from 'node:util'
import type { BankAccountsView } from '../../src/bank/office-contract.ts'
import type { OfficePointsView } from '../../src/delivery/office-contract.ts'
import type { AgreementRowView, AgreementTemplateView } from '../../src/office/content/content-contract.ts'
import type { PricesView } from '../../src/office/prices/price-contract.ts'
import type { SettingsView } from '../../src/office/settings/settings-contract.ts'
import type { SetupView } from '../../src/office/setup/setup-contract.ts'
import type { Office, Part } from './apply.ts'
import { courierRows, zoneRows } from './rows.ts'
import type { FileStore } from './shop-file.ts'

type Work = { office: Office; store: FileStore; reason: string; at: string; part: Part }

export async function setUpSelling(office: Office, store: FileStore, reason: string, part: Part): Promise<void> {
  const work = { office, store, reason, at: `stores.${store.code}`, part }
  await setSettings(work)
  await savePoints(work)
  await setSpreads(work)
  await publishAgreement(work)
  await setAccount(work)
}

async function setSettings({ office, store, reason, at, part }: Work) {
  const { names } = await office.get<SettingsView>('/settings/list', { store: store.code })
  const wanted = [
    ...Object.entries(store.settings).map(([name, value]) => ({ name, value, at: `${at}.settings.${name}` })),
    { name: 'holidays', value: store.holidays, at: `${at}.holidays` },
    { name: 'zones', value: zoneRows(store), at: `${at}.zones` },
    { name: 'couriers', value: courierRows(store), at: `${at}.couriers` },
  ]
  for (const { name, value: said, at } of wanted)
    await part(at, async () => {
      const now = names.find((one) => one.name === name)
      const value = Object.fromEntries(Object.entries(said).filter(([field, one]) => now?.now[field] !== one))
      if (!now || now.waits || Object.keys(value).length === 0) return null
      return office.post('/settings/change', {
        store: store.code,
        name,
        value,
        seen_id: now.newest_id,
        from: null,
        reason,
      })
    })
}

/** A counter is known by its name. */
async function savePoints({ office, store, reason, at, part }: Work) {
  const { points } = await office.get<OfficePointsView>('/settings/points', { store: store.code })
  for (const point of store.points)
    await part(`${at}.points.${point.name}`, async () => {
      const now = points.find(({ name }) => name === point.name)
      const { street, city, telephone, hours, closed_days } = now ?? {}
      if (now?.waits || isDeepStrictEqual({ name: now?.name, street, city, telephone, hours, closed_days }, point))
        return null
      const seen = { id: now?.id ?? null, seen: now?.seen ?? null }
      return office.post('/settings/savePoint', { store: store.code, ...seen, point, reason })
    })
}

/** The first spread of a store is nobody's, so the same is set once more by whoever answers for it: the check-list says so. */
async function setSpreads({ office, store, reason, at, part }: Work) {
  const { stores } = await office.get<PricesView>('/prices/now')
  const setup = await office.get<SetupView>('/setup/list')
  const steps = setup.stores.find(({ code }) => code === store.code)?.steps ?? []
  const isOwn = steps.some(({ step, done }) => step === 'spread' && done)
  const now = stores.find((one) => one.store === store.code)
  for (const market of ['open', 'closed'] as const) {
    const [wanted, before] = market === 'open' ? [store.spread, now?.spread] : [store.closed_spread, now?.closed_spread]
    if (!wanted) continue
    await part(`${at}.${market === 'open' ? 'spread' : 'closed_spread'}`, async () => {
      const isSo = before && before.ask_bps === wanted.ask_bps && before.bid_bps === wanted.bid_bps
      if (isSo && isOwn) return null
      return office.post('/prices/changeSpread', {
        store: store.code,
        market,
        ...wanted,
        seen_id: before?.id ?? 0,
        reason,
      })
    })
  }
}

async function publishAgreement({ office, store: { code, agreement }, reason, at, part }: Work) {
  if (!agreement) return
  const { rows } = await office.get<{ rows: AgreementRowView[] }>('/content/agreements', { size: '100' })
  if (rows.some(({ store, version }) => store === code && version === agreement.version)) return
  await part(`${at}.agreement`, async () => {
    const template = await office.get<AgreementTemplateView>('/content/agreementTemplate', { store: code })
    return office.post('/content/publishAgreement', { ...template, ...agreement, store: code, reason })
  })
}

async function setAccount({ office, store: { code, account }, reason, at, part }: Work) {
  if (!account) return
  const { accounts } = await office.get<BankAccountsView>('/bank/accounts', { store: code })
  if (accounts[0]?.number === account.number) return
  await part(`${at}.account`, () => office.post('/bank/account', { store: code, ...account, reason }))
}
