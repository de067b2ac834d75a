/** `/home/sendTestimonials`: what a member has to say, with stars and pictures; staff look at it first. */
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { settings } from '../../settings.ts'
import { dataOf } from '../../ui/api-client.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LoginRequired, requireLogin } from '../../ui/login-guard.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { PictureUpload } from '../../ui/picture-upload.tsx'
import { Received } from '../../ui/received.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useForm } from '../../ui/use-form.ts'
import { usePictures } from '../../ui/use-pictures.ts'
import type { Route } from './+types/send-testimonials-page'
import { RatingField } from './rating-field.tsx'
import { dropDraft, keepDraft, readDraft } from './testimonial-draft.ts'

const MIN = 20
const MAX = 2000

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: m.community_testimonial_send_title(), description: m.community_testimonial_send_lead() })

export default function SendTestimonialsPage() {
  const [sent, setSent] = useState(false)
  return (
    <>
      <PageHead title={m.community_testimonial_send_title()} lead={m.community_testimonial_send_lead()} />
      <div className="max-w-[680px]">{sent ? <Sent /> : <TestimonialForm onSent={() => setSent(true)} />}</div>
    </>
  )
}

/** What the form holds, and its way to the shop. */
function useTestimonial(onSent: () => void) {
  const form = useForm(
    { rating: '', text: '', place: '' },
    {
      rating: (rating) => (rating ? undefined : m.community_testimonial_rating_error()),
      text: (text) => (text.trim().length >= MIN ? undefined : m.community_testimonial_text_error({ count: MIN })),
    },
  )
  const pictures = usePictures({ purpose: 'testimonial', max: settings.testimonials.maxPictures })
  const [busy, setBusy] = useState(false)
  const [waiting, setWaiting] = useState<string>()
  const attempt = useAttempt()
  useDraft(form)

  async function send() {
    setWaiting(undefined)
    if (!form.check()) return
    if (pictures.isSending || pictures.hasFailed)
      return setWaiting(
        pictures.isSending ? m.community_testimonial_pictures_wait() : m.community_testimonial_pictures_failed(),
      )
    setBusy(true)
    try {
      await requireLogin()
      const { rating, text, place } = form.values
      const body = { rating: Number(rating), text, image_ids: pictures.ids, ...(place.trim() && { place }) }
      await dataOf(attempt('/home/sendTestimonial', body, { loading: true }))
      dropDraft()
      pictures.clear()
      onSent()
    } catch (failure) {
      if (!(failure instanceof LoginRequired)) form.takeErrors(failure)
    } finally {
      setBusy(false)
    }
  }

  return { form, pictures, busy, waiting, send }
}

function TestimonialForm({ onSent }: { onSent: () => void }) {
  const { form, pictures, busy, waiting, send } = useTestimonial(onSent)
  return (
    <Form form={form} onSubmit={send} className="grid gap-7">
      <RatingField
        value={Number(form.values.rating)}
        error={form.error('rating')}
        onChange={(rating) => form.set('rating', String(rating))}
      />
      <TextArea
        label={m.community_testimonial_text()}
        help={m.community_testimonial_text_help({ count: form.values.text.length, max: MAX })}
        rows={7}
        maxLength={MAX}
        {...form.text('text')}
      />
      <TextField
        label={m.community_testimonial_place()}
        help={m.community_testimonial_place_help()}
        autoComplete="address-level2"
        maxLength={60}
        {...form.text('place')}
      />
      <PictureUpload
        pictures={pictures}
        label={m.community_testimonial_pictures()}
        help={m.community_testimonial_pictures_help({ max: settings.testimonials.maxPictures })}
        error={waiting}
      />
      <p className="small flex gap-2 text-ink-2">
        <Icon name="info" className="mt-px" />
        <span>{m.community_testimonial_note()}</span>
      </p>
      <div>
        <Button type="submit" size="l" busy={busy} className="max-md:w-full">
          {m.community_testimonial_send()}
        </Button>
      </div>
    </Form>
  )
}

/** Takes up what was typed before, and keeps what is being typed. */
function useDraft({
  values,
  offer,
}: {
  values: Record<'rating' | 'text' | 'place', string>
  offer: (name: 'rating' | 'text' | 'place', value: string) => void
}) {
  const [taken, setTaken] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, in the browser
  useEffect(() => {
    for (const [name, value] of Object.entries(readDraft() ?? {})) if (value) offer(name as 'text', value)
    setTaken(true)
  }, [])
  const { rating, text, place } = values
  useEffect(() => {
    if (taken) keepDraft({ rating, text, place })
  }, [taken, rating, text, place])
}

const Sent = () => (
  <Received title={m.community_testimonial_sent()}>
    <p className="text-ink-2">{m.community_testimonial_sent_text()}</p>
    <div className="mt-1 flex flex-wrap gap-3">
      <ButtonLink to="/home/viewTestimonials" kind="ghost">
        {m.content_testimonial_title()}
      </ButtonLink>
      <Link to="/product/product" className="btn" data-kind="quiet">
        {m.ui_nav_shop()}
      </Link>
    </div>
  </Received>
)
