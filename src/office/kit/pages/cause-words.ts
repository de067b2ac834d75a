/** For what a sale is taken back, as a reader sees it. */
import * as m from '../../../locale/paraglide/messages.js'
import { type FirstCause, isFirstCause } from '../../../stores/cause-rules.ts'

const firstNames: Record<FirstCause, () => string> = {
  error: m.office_give_up_error,
  fraud: m.office_give_up_fraud,
  stolen_card: m.office_give_up_stolen_card,
}

/** The name that the store gave it, else that of the release. */
export const causeName = ({ code, name }: { code: string; name?: string | null | undefined }): string =>
  name || (isFirstCause(code) ? firstNames[code]() : code)
