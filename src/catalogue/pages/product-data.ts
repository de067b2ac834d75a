import type { BreadcrumbList, Offer, OfferShippingDetails, Product } from 'schema-dts'
import * as m from '../../locale/paraglide/messages.js'
import { settings } from '../../settings.ts'
import { breadcrumbData } from '../../ui/breadcrumb-data.ts'
import { sells } from '../../ui/price.ts'
import { canonicalPath } from '../../ui/public-pages.ts'
import type { ShellData } from '../../ui/shell-data.ts'
import type { ProductDetailsView, SkuDetailsView } from '../contract.ts'

/** A product's page, for search engines: the piece, and where in the shop it stands. */
export const productThings = (
  product: ProductDetailsView,
  sku: SkuDetailsView,
  shell: ShellData,
): [Product, BreadcrumbList] => [
  productData(product, sku, shell),
  breadcrumbData(
    [
      { name: m.ui_nav_shop(), to: '/product/product' },
      ...product.category_path.map(({ slug, name }) => ({ name, to: `/product/product?category=${slug}` })),
      { name: product.name },
    ],
    shell.origin,
  ),
]

/**
 * One product in one weight, for search engines. It is offered at a price only while that price is live, and no longer
 * than the shop itself would call it so: the moment of the price and the seconds after which it is stale.
 */
function productData(product: ProductDetailsView, sku: SkuDetailsView, shell: ShellData): Product {
  const { origin } = shell
  const path = canonicalPath({ pathname: '/product/productDetail', search: `?id=${product.product_id}` })
  return {
    '@type': 'Product',
    '@id': `${origin}${path}#${sku.code}`,
    name: `${product.name} ${sku.weight_label}`,
    description: product.description,
    sku: sku.code,
    url: `${origin}${path}`,
    brand: { '@type': 'Brand', name: product.brand },
    image: product.gallery.map(({ src }) => origin + src),
    material: 'Gold',
    weight: { '@type': 'QuantitativeValue', value: plainNumber(sku.gross_weight), unitCode: 'GRM' },
    additionalProperty: {
      '@type': 'PropertyValue',
      name: 'fineness',
      value: sku.fineness,
      maxValue: 10_000,
    },
    ...(sells(product.price) ? { offers: offerOf(product, sku, shell) } : {}),
  }
}

/** "1.0000" as JSON writes numbers, without passing through one. */
const plainNumber = (decimal: string): string => decimal.replace(/\.?0+$/, '')

function offerOf({ currency, price }: ProductDetailsView, sku: SkuDetailsView, { origin, store }: ShellData): Offer {
  const until = new Date(Date.parse(price.source_at) + settings.price.staleAfterSeconds * 1000)
  return {
    '@type': 'Offer',
    price: sku.price_with_tax,
    priceCurrency: currency,
    priceValidUntil: until.toISOString(),
    availability: sku.stock.state === 'out_of_stock' ? 'https://schema.org/OutOfStock' : 'https://schema.org/InStock',
    itemCondition: 'https://schema.org/NewCondition',
    seller: { '@id': `${origin}/#house` },
    shippingDetails: shippingOf(store),
  }
}

const shippingOf = ({ country, days }: ShellData['store']): OfferShippingDetails => ({
  '@type': 'OfferShippingDetails',
  shippingDestination: { '@type': 'DefinedRegion', addressCountry: country },
  deliveryTime: {
    '@type': 'ShippingDeliveryTime',
    transitTime: {
      '@type': 'QuantitativeValue',
      minValue: days.from,
      maxValue: days.to,
      unitCode: 'DAY',
    },
  },
})
