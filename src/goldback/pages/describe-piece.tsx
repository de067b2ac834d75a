/** Gold that was not bought here, described piece by piece with photographs. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { parseDecimal } from '../../money/money.ts'
import { Button } from '../../ui/button.tsx'
import { Select, TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { formatFineness, formatGrams } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import { PictureUpload } from '../../ui/picture-upload.tsx'
import { Seg } from '../../ui/seg.tsx'
import { useForm } from '../../ui/use-form.ts'
import { usePictures } from '../../ui/use-pictures.ts'
import { finenessOfKarat, type GoldForm, goldForms } from '../case-rules.ts'
import { formWords } from './case-words.ts'
import type { DescribedPiece } from './use-chosen.ts'
import type { Consigning } from './use-consigning.ts'

/** What bars and coins are stamped with, in parts of 10,000. */
const stamps = [9999, 9995, 9990, 9950, 9167, 9000]
const choicesOf = (form: string) =>
  form === 'jewellery'
    ? Object.entries(finenessOfKarat)
        .reverse()
        .map(([karat, parts]) => ({ value: String(parts), label: `${karat} K` }))
    : stamps.map((parts) => ({ value: String(parts), label: formatFineness(parts, language()) }))

const empty = { form: 'bar', maker: '', serial: '', about: '', weight: '', fineness: '9999' }
const plain = (typed: string) => typed.trim().replace(',', '.')

export function DescribePieces({ consigning }: { consigning: Consigning }) {
  const { described, undescribe, own } = consigning
  const [added, setAdded] = useState(0)
  const isFull = described.length >= own.other.most_pieces
  return (
    <div className="grid gap-6">
      <h2 className="h3">{m.goldback_other_step()}</h2>
      {described.length > 0 && (
        <section aria-labelledby="described">
          <h3 className="small mb-2 font-semibold" id="described">
            {m.goldback_other_described()}
          </h3>
          <ul className="border-t border-line">
            {described.map((piece, at) => (
              <Described key={piece.input.image_ids[0]} piece={piece} remove={() => undescribe(at)} />
            ))}
          </ul>
        </section>
      )}
      {isFull ? (
        <p className="small text-ink-2">{m.goldback_other_full({ most: own.other.most_pieces })}</p>
      ) : (
        <DescribeOne key={added} consigning={consigning} onAdded={() => setAdded(added + 1)} />
      )}
    </div>
  )
}

function Described({ piece: { input, name }, remove }: { piece: DescribedPiece; remove: () => void }) {
  const { weight, fineness, serial, about, image_ids: images } = input
  return (
    <li className="flex items-start justify-between gap-4 border-b border-line py-3">
      <span className="min-w-0">
        <span className="block font-semibold">{name}</span>
        <span className="small block text-ink-2">
          {[formatGrams(weight, language()), formatFineness(fineness, language()), serial, about]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className="small block text-ink-2">{m.goldback_other_photo_count({ count: images.length })}</span>
      </span>
      <button type="button" className="icon-btn" aria-label={m.goldback_other_remove({ name })} onClick={remove}>
        <Icon name="trash" />
      </button>
    </li>
  )
}

type Props = { consigning: Consigning; onAdded: () => void }

function useDescribing({
  consigning: {
    own: { other },
    describe,
  },
  onAdded,
}: Props) {
  const [asked, setAsked] = useState(false)
  const pictures = usePictures({ purpose: 'gold_back', max: other.most_photographs })
  const most = parseDecimal(other.most_weight, 4) ?? 0n
  const wrongWeight = (typed: string) => {
    const units = parseDecimal(plain(typed), 4) ?? 0n
    const grams = `${Number(other.most_weight).toLocaleString(language())} g`
    return units >= 1000n && units <= most ? undefined : m.goldback_other_weight_error({ most: grams })
  }
  const form = useForm(empty, {
    maker: (typed, { form: of }) =>
      of === 'jewellery' || typed.trim().length > 1 ? undefined : m.goldback_other_maker_error(),
    weight: wrongWeight,
  })
  const { values } = form
  const isJewellery = values.form === 'jewellery'

  function choose(of: GoldForm) {
    form.set('form', of)
    form.set('fineness', of === 'jewellery' ? String(finenessOfKarat[18]) : '9999')
  }

  async function add() {
    const fits = form.check()
    setAsked(true)
    if (!fits || pictures.ids.length === 0 || pictures.isSending) return
    const { maker, serial, about, weight, fineness } = values
    describe({
      form: values.form as GoldForm,
      ...(maker.trim() && { maker: maker.trim() }),
      ...(!isJewellery && serial.trim() && { serial: serial.trim() }),
      ...(about.trim().length > 1 && { about: about.trim() }),
      ...{ weight: plain(weight), fineness: Number(fineness), image_ids: pictures.ids },
    })
    onAdded()
  }
  return { form, pictures, isJewellery, choose, add, lacksPictures: asked && pictures.pictures.length === 0 }
}

function DescribeOne(props: Props) {
  const { form, pictures, isJewellery, choose, add, lacksPictures } = useDescribing(props)
  const most = props.consigning.own.other.most_photographs
  return (
    <Form form={form} onSubmit={add} className="grid gap-5">
      <Seg
        label={m.goldback_other_form()}
        value={form.values.form as GoldForm}
        choices={goldForms.map((each) => [each, formWords[each]()] as const)}
        onChange={choose}
        className="justify-self-start"
      />
      {isJewellery ? (
        <TextField
          label={m.goldback_other_about()}
          help={m.goldback_other_about_help()}
          maxLength={200}
          {...form.text('about')}
        />
      ) : (
        <TextField
          label={m.goldback_other_maker()}
          help={m.goldback_other_maker_help()}
          maxLength={60}
          {...form.text('maker')}
        />
      )}
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          label={m.goldback_other_weight()}
          inputMode="decimal"
          autoComplete="off"
          maxLength={10}
          {...form.text('weight')}
        />
        <Select
          label={isJewellery ? m.goldback_other_karat() : m.goldback_fineness()}
          choices={choicesOf(form.values.form)}
          {...form.text('fineness')}
        />
      </div>
      {!isJewellery && (
        <TextField
          label={m.goldback_other_serial()}
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          {...form.text('serial')}
        />
      )}
      <PictureUpload
        pictures={pictures}
        label={m.goldback_other_photos()}
        help={m.goldback_other_photos_help({ most })}
        error={lacksPictures ? m.goldback_other_photos_error() : undefined}
      />
      <Button type="submit" kind="ghost" className="justify-self-start" disabled={pictures.isSending}>
        {m.goldback_other_add()}
      </Button>
    </Form>
  )
}
