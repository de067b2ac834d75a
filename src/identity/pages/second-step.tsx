/** What a sign-in still asks for. Each way has its own form; where there are several, the member chooses. */
import { type ComponentType, useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import type { SecondStepView, SecondStepWay, SignedInView } from '../contract.ts'
import type { FirstStep } from './log-in-form.tsx'
import { SecondStepApp } from './second-step-app.tsx'
import { SecondStepCode } from './second-step-code.tsx'
import { SecondStepPasskey } from './second-step-passkey.tsx'

export type SecondStepProps = {
  begun: SecondStepView & FirstStep
  againSeconds: number
  onAnswer: (answer: SignedInView | SecondStepView, first: FirstStep) => Promise<void>
}

const forms: Record<SecondStepWay, { form: ComponentType<SecondStepProps>; name: () => string }> = {
  app: { form: SecondStepApp, name: m.identity_way_app },
  passkey: { form: SecondStepPasskey, name: m.identity_way_passkey },
  code: { form: SecondStepCode, name: m.identity_second_code },
}

const nameOf = (way: SecondStepWay) => forms[way].name()

export function SecondStep({ onBack, ...props }: SecondStepProps & { onBack: () => void }) {
  const { ways } = props.begun
  const [way, setWay] = useState(ways[0] ?? 'code')
  const { form: WayForm } = forms[way]
  return (
    <>
      <WayForm {...props} />
      <div className="mt-8 grid justify-items-start gap-1 border-t border-line pt-6">
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} kind="quiet" size="s" className="-ml-4" onClick={() => setWay(other)}>
              {m.identity_second_other({ way: nameOf(other) })}
            </Button>
          ))}
        <Button kind="quiet" size="s" className="-ml-4" onClick={onBack}>
          {m.identity_other_account()}
        </Button>
      </div>
    </>
  )
}
