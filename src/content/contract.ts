/** Wire shapes of what the dealer writes. */
import { z } from 'zod'

export const NoQuery = z.strictObject({})

export const BannerList = z.array(
  z.strictObject({ id: z.int(), title: z.string(), text: z.string(), link: z.string(), image: z.string() }),
)
export type BannerListView = z.output<typeof BannerList>
