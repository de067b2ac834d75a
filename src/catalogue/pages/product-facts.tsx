/** What the piece is: maker, weights, fineness, certificate. */
import * as m from '../../locale/paraglide/messages.js'
import { formatFineness, formatGrams } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import type { ProductDetailsView, SkuDetailsView } from '../contract.ts'
import { PassportLink } from './passport-link.tsx'

export function ProductFacts({ product, sku }: { product: ProductDetailsView; sku: SkuDetailsView }) {
  return (
    <section>
      <h2 className="h2 mb-4">{m.catalogue_facts_title()}</h2>
      <p className="max-w-[60ch] text-ink-2">{product.description}</p>
      <dl className="kv mt-5 max-w-[560px]">
        <dt>{m.catalogue_facts_brand()}</dt>
        <dd>{product.brand}</dd>
        <dt>{m.catalogue_facts_form()}</dt>
        <dd>{product.form_label}</dd>
        <dt>{m.catalogue_facts_fineness()}</dt>
        <dd>
          {formatFineness(sku.fineness, language())} ({sku.karat}K)
        </dd>
        <dt>{m.catalogue_facts_gross()}</dt>
        <dd>{formatGrams(sku.gross_weight, language())}</dd>
        <dt>{m.catalogue_facts_fine()}</dt>
        <dd>{formatGrams(sku.fine_weight, language())}</dd>
      </dl>
      <h3 className="h3 mt-8 flex items-center gap-2">
        <Icon name="certificate" size="l" />
        {m.catalogue_facts_certificate()}
      </h3>
      <p className="mt-2 max-w-[60ch] text-ink-2">{product.certificate}</p>
      {product.kind !== 'jewellery' && <PassportLink />}
    </section>
  )
}
