/** Says that a page is in another language than the one it was asked for in. */
import * as m from '../../locale/paraglide/messages.js'
import { languages } from '../../ui/language.ts'

const nameOf = (code: string) => languages.find((one) => one.code === code)?.name ?? code

type Props = { shown: string; asked: string }

export const OtherLanguage = ({ shown, asked }: Props) =>
  shown === asked ? null : (
    <p className="small mt-3 border-l-2 border-warn pl-3 text-ink-2">
      {m.content_page_other_language({ asked: nameOf(asked), shown: nameOf(shown) })}
    </p>
  )
