/** The accounts that the demonstration's stores are paid to. */
import { v7 as newId } from 'uuid'
import { sql, type Tx } from '../db/database.ts'
import { readStores } from '../stores/stores.ts'

const accounts = [
  { store: 'id', bank: 'BCA', number: '542 011 2233', holder: 'PT Karat Logam Mulia' },
  { store: 'my', bank: 'Maybank', number: '5140 1123 4567', holder: 'Karat Bullion Sdn. Bhd.' },
]

export async function seedAccounts(tx: Tx): Promise<void> {
  const stores = await readStores(tx)
  for (const { store, bank, number, holder } of accounts) {
    const currency = stores.get(store)?.currency
    if (currency)
      await tx.run(sql`
        insert into bank.accounts (id, store, currency, bank, number, holder)
        values (${newId()}, ${store}, ${currency}, ${bank}, ${number}, ${holder})`)
  }
}
