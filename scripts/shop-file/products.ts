/** Products of a store of a file, with weights, pictures and numbered pieces. What is there is left as it is: the office changes it. */
import type { OfficeProductView } from '../../src/catalogue/office-contract.ts'
import { type Office, type Part, Refused } from './apply.ts'
import type { FileProduct, FileStore } from './shop-file.ts'

export async function setUpProducts(office: Office, store: FileStore, part: Part): Promise<void> {
  for (const product of store.products) {
    const at = `stores.${store.code}.products.${product.number}`
    const known = await readProduct(office, product.number)
    if (!known) await part(at, () => office.post('/catalogue/addProduct', { store: store.code, ...factsOf(product) }))
    await addSkus(office, product, at, part)
    await addPictures(office, product, at, part)
    await receivePieces(office, product, at, part)
    await show(office, product, at, part)
  }
}

async function readProduct(office: Office, number: number): Promise<OfficeProductView | null> {
  try {
    return await office.get<OfficeProductView>('/catalogue/product', { id: String(number) })
  } catch (error) {
    if (error instanceof Refused && error.code === 'not_found') return null
    throw error
  }
}

const factsOf = ({ number, category, form, brand, series, name, description, certificate }: FileProduct) => ({
  ...{ number, category, form, brand, series, name, description, certificate },
})

async function addSkus(office: Office, { number, skus }: FileProduct, at: string, part: Part) {
  for (const { pieces: _, ...sku } of skus)
    await part(`${at}.skus.${sku.code}`, async () => {
      const product = await readProduct(office, number)
      if (!product || product.skus.some(({ code }) => code === sku.code)) return null
      return office.post('/catalogue/addSku', { product_id: number, revision: product.revision, ...sku })
    })
}

/** To a product that has none yet; the words of each go with the first save. */
async function addPictures(office: Office, { number, pictures }: FileProduct, at: string, part: Part) {
  if (pictures.length === 0) return
  await part(`${at}.pictures`, async () => {
    const product = await readProduct(office, number)
    if (!product || product.pictures.length > 0) return null
    const kept: { name: string; alt: Record<string, string> }[] = []
    let { revision } = product
    for (const { file, alt } of pictures) {
      const fields = { product_id: String(number), revision: String(revision) }
      const added = await office.upload<{ name: string; revision: number }>('/catalogue/addPicture', fields, file)
      kept.push({ name: added.name, alt })
      revision = added.revision
    }
    return office.post('/catalogue/savePictures', { product_id: number, revision, pictures: kept })
  })
}

/** Of a sku that has no piece yet: a file that is run again receives nothing twice. */
async function receivePieces(office: Office, { number, skus }: FileProduct, at: string, part: Part) {
  const product = await readProduct(office, number)
  for (const { code, pieces } of skus) {
    const id = product?.skus.find((sku) => sku.code === code)?.id
    if (id === undefined || pieces.length === 0) continue
    const { total } = await office.get<{ total: number }>('/stock/pieces', { sku: String(id), size: '1' })
    for (const [index, lot] of total > 0 ? [] : pieces.entries())
      await part(`${at}.skus.${code}.pieces.${index}`, () => office.post('/stock/receive', { sku_id: id, ...lot }))
  }
}

/** A product that was never shown, with its weights; what somebody hid since stays hidden. */
async function show(office: Office, { number, skus, shown }: FileProduct, at: string, part: Part) {
  const isDraft = async () => (shown && (await readProduct(office, number))?.draft) || false
  if (!(await isDraft())) return
  for (const { code } of skus)
    await part(`${at}.skus.${code}.shown`, async () => {
      const product = await readProduct(office, number)
      const sku = product?.skus.find((one) => one.code === code)
      if (!product || !sku || sku.shown) return null
      return office.post('/catalogue/showSku', { sku_id: sku.id, shown: true, revision: product.revision })
    })
  await part(`${at}.shown`, async () => {
    const product = await readProduct(office, number)
    return product && office.post('/catalogue/publish', { product_id: number, revision: product.revision })
  })
}
