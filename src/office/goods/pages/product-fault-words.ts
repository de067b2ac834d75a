/** Why a line of a product export does not come in, and what to do about it. */

import * as m from '../../../locale/paraglide/messages.js'
import type { ApiError } from '../../../ui/api-client.ts'
import type { SourceProblemView } from '../products/products-contract.ts'

const words: Record<SourceProblemView, (fault: { told: string }) => string> = {
  category_unplaced: m.office_goods_product_category_unplaced,
  brand_unplaced: m.office_goods_product_brand_unplaced,
  weight_unread: m.office_goods_product_weight_unread,
  fineness_unread: m.office_goods_product_fineness_unread,
  code_unusable: m.office_goods_product_code_unusable,
  code_twice: m.office_goods_product_code_twice,
  code_elsewhere: m.office_goods_product_code_elsewhere,
  attributes_wrong: m.office_goods_product_attributes_wrong,
  same_attributes: m.office_goods_product_same_attributes,
  too_many: m.office_goods_product_too_many,
  no_handle: m.office_goods_product_no_handle,
  no_title: m.office_goods_product_no_title,
  no_parent: m.office_goods_product_no_parent,
  kind_unknown: m.office_goods_product_kind_unknown,
  no_variant: m.office_goods_product_no_variant,
}
export const productFault = (problem: SourceProblemView, told: string | null): string =>
  words[problem]({ told: told ?? '' })

const fileWords: Record<string, (fault: { line: number }) => string> = {
  unreadable: m.office_goods_products_unreadable,
  no_lines: m.office_goods_products_no_lines,
  too_many_lines: m.office_goods_products_too_many_lines,
  source_unknown: m.office_goods_products_source_unknown,
}
export const unreadableText = ({ message, data }: ApiError): string =>
  fileWords[String(data.problem)]?.({ line: Number(data.line) }) ?? message
