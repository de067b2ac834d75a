/** Wire shapes of the address calls. */

import { z } from 'zod'
import { currencyField, moneyField, nameText, ownedId, typedText } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'

const filledText = (max: number) => nameText(1, max).regex(/\S/, problem('empty'))
const regionCode = z.string().regex(/^\d{2}(\.\d{2}){0,2}$/, problem('region'))

export const Address = z.strictObject({
  id: z.uuid(),
  label: z.string(),
  recipient: z.string(),
  mobile: z.string(),
  country: z.string().length(2),
  province_code: z.string(),
  province: z.string(),
  regency_code: z.string().nullable(),
  regency: z.string().nullable(),
  district_code: z.string().nullable(),
  district: z.string().nullable(),
  city: z.string().nullable().meta({ description: 'typed by the member where the store asks for no regency' }),
  area: z.string().meta({ description: 'the regions in words, smallest first' }),
  street: z.string(),
  postal_code: z.string(),
  is_default: z.boolean(),
})

export const SaveAddress = z.strictObject({
  id: ownedId('address').optional(),
  label: filledText(40),
  recipient: filledText(80),
  mobile: typedText(8, 24),
  province_code: regionCode,
  regency_code: regionCode.optional(),
  district_code: regionCode.optional(),
  city: filledText(80).optional(),
  street: filledText(200),
  postal_code: z.string().regex(/^\d{5}$/, problem('five_digits')),
  is_default: z.boolean().optional(),
})

export const OneAddress = z.strictObject({ id: ownedId('address') })
export const AddressList = z.strictObject({ addresses: z.array(Address), max: z.int() })
export const RemovedAddress = z.strictObject({ removed: z.literal(true) })

export const PickupPoints = z.strictObject({
  pickup_points: z.array(
    z.strictObject({
      id: z.int(),
      name: z.string(),
      street: z.string(),
      city: z.string(),
      hours: z.record(z.string(), z.string()).meta({
        description: 'by day, mon to sun, such as "09:00-17:00" in the store’s zone; closed on days that are absent',
      }),
      telephone: z.string(),
      closed_days: z.array(z.strictObject({ day: z.iso.date(), name: z.string() })).meta({
        description: 'of the three months to come, in their order',
      }),
      time_zone: z.string(),
    }),
  ),
})

export const RegionsOf = z.strictObject({
  parent: regionCode.optional().meta({ description: 'absent: the provinces' }),
})
export const Regions = z.strictObject({
  levels: z.int().meta({ description: 'how many levels an address of this store names' }),
  regions: z.array(z.strictObject({ code: z.string(), name: z.string(), level: z.int() })),
})

const wholeParcel = /^(0|[1-9]\d{0,5})(\.\d{1,4})?$/
const wholeValue = /^(0|[1-9]\d{0,13})(\.\d{1,2})?$/
const day = z.iso.date()

export const DeliveryCheck = z.strictObject({
  province_code: z.string().regex(/^\d{2}$/, problem('province')),
  postal_code: z
    .string()
    .regex(/^\d{5}$/, problem('five_digits'))
    .optional(),
  gross_weight: z.string().regex(wholeParcel, problem('grams')),
  value: z.string().regex(wholeValue, problem('amount')),
})
export const DeliveryTerms = z.strictObject({
  province: z.string(),
  by_postal_code: z.boolean().meta({ description: 'whether a postcode may say another thing than its province' }),
  fee: moneyField,
  insurance: moneyField.meta({ description: 'of the whole value on its way' }),
  total: moneyField,
  currency: currencyField,
  days_from: z.int().meta({ description: 'working days from payment to the door' }),
  days_to: z.int(),
  cut_off: z.string().meta({ description: 'what is paid on a working day before this time leaves that day' }),
  time_zone: z.string(),
  leaves_on: day.meta({ description: 'for what is paid now, by the calendar of the store’s zone' }),
  arrives_from: day,
  arrives_to: day,
})
/** What the courier asks for a delivery, in the currency of its order, as it was when the delivery was chosen. */
export const KeptTariff = z.strictObject({
  first: moneyField.meta({ description: 'the first 100 g' }),
  further: moneyField.meta({ description: 'each further 100 g begun' }),
  value_step: moneyField.nullable().meta({ description: 'each further step of value begun costs as follows' }),
  per_value_step: moneyField,
})

export type DeliveryTermsView = z.output<typeof DeliveryTerms>

export type AddressView = z.output<typeof Address>
export type AddressInput = z.output<typeof SaveAddress>
export type PickupPointView = z.output<typeof PickupPoints>['pickup_points'][number]
