/** Wire shape of open exposure, as the overview and the vault's desk show it. */
import { z } from 'zod'
import { weightField } from '../http/wire.ts'
import { exposureParts } from '../orders/exposure/exposure-rules.ts'

/** Those of orders, open quotes of trades in grams, opened prices of large trades, and gold that members bring back at a fixed price. */
export const openParts = [...exposureParts, 'vault_quotes', 'business', 'gold_back'] as const
export type OpenPart = (typeof openParts)[number]

const Limited = z.strictObject({ open: weightField, limit: weightField, alarm: z.boolean() })
export const OpenExposure = z
  .strictObject({
    total: weightField.meta({ description: 'the sum of all parts' }),
    shop: Limited.meta({ description: 'guarantees, orders and their quotes' }),
    newcomers: Limited.meta({ description: 'of the shop: of members who had no completed order' }),
    vault_quotes: Limited.meta({ description: 'open quotes of trades in grams' }),
    business: Limited.meta({ description: 'opened prices of large trades' }),
    market: z
      .enum(['open', 'closed'])
      .meta({ description: 'closed: the limits are the smaller ones that hold until it opens' }),
    parts: z.array(z.strictObject({ part: z.enum(openParts), grams: weightField })),
  })
  .meta({
    description:
      'fine gold that the store is bound to at a price of its past; beyond a limit, which is the one in force now, no price is held',
  })
export type OpenExposureView = z.infer<typeof OpenExposure>
