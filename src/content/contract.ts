/** Wire shapes of what the dealer writes. */
import { z } from 'zod'

export const NoQuery = z.strictObject({})

export const Picture = z.strictObject({
  src: z.string().meta({ description: 'the largest WebP file; the others end in -<width>.webp and -<width>.avif' }),
  width: z.int(),
  height: z.int(),
  widths: z.array(z.int()).meta({ description: 'the widths that are kept, the smallest first' }),
  blur: z.string().meta({ description: 'a tiny picture as a data: address, to show until the real one is here' }),
  alt: z.string(),
})
export type PictureView = z.output<typeof Picture>

export const BannerList = z.array(
  z.strictObject({
    id: z.int(),
    title: z.string(),
    text: z.string(),
    link: z.string(),
    picture: Picture.nullable(),
  }),
)
export type BannerListView = z.output<typeof BannerList>
