/** Which piece of the demonstration was photographed for each weight of a bar. */
import { numberOf } from '../../catalogue/add-pieces.ts'
import { codeOf } from '../../catalogue/add-products.ts'
import { showSerial } from '../../catalogue/serial-rules.ts'
import { barProducts } from './bar-products.ts'
import { coinProducts } from './coin-products.ts'
import { giftProducts } from './gift-products.ts'
import { malaysiaProducts } from './malaysia-products.ts'
import { moreMalaysiaProducts } from './more-malaysia-products.ts'

const products = [...barProducts, ...coinProducts, ...giftProducts, ...malaysiaProducts, ...moreMalaysiaProducts]
/** Skus of which several lie in one picture. */
const together: Record<string, number> = { '1001-10': 2, '1002-250': 3 }

/** "1001-10": "KM-…" as it is stamped, "1001-10+1" of the next. The last received of a sku; of one that never was, what would be its first. */
export const barSerials = (): Record<string, string> =>
  Object.fromEntries(
    products
      .filter(({ kind }) => kind !== 'jewellery')
      .flatMap(({ id, brand, skus }) =>
        skus.flatMap((sku) => {
          const { weight, packaging } = sku.attributes
          const name = `${id}-${weight}${packaging === 'gift' && brand === 'Cakra' ? '-gift' : ''}`
          return Array.from({ length: together[name] ?? 1 }, (_, more) => {
            const piece = numberOf({ id: 0, code: codeOf(id, sku), brand }, Math.max(sku.stock - 1 - more, 0))
            return [more === 0 ? name : `${name}+${more}`, showSerial(piece.serial)]
          })
        }),
      ),
  )
