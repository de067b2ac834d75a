/** What a setting page says of an account that has the thing already, and where it is changed. */
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

export const AlreadySet = ({ text, to, action }: { text: string; to: string; action: string }) => (
  <section className="panel mt-8 grid justify-items-start gap-5 p-6">
    <p className="flex items-start gap-3 break-words">
      <Icon name="check-circle" size="l" className="flex-none text-up" />
      <span className="min-w-0">{text}</span>
    </p>
    <ButtonLink to={to} kind="ghost">
      {action}
    </ButtonLink>
  </section>
)
