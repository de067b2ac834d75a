/** Names of the software that product exports come from, as their makers write them. */
import type { Source } from '../products/source-rules.ts'

export const sourceNames: Record<Source, string> = { shopify: 'Shopify', woocommerce: 'WooCommerce', medusa: 'Medusa' }
