import type { ReactNode, RefObject } from 'react'

type Props = {
  form: { form: RefObject<HTMLFormElement | null> }
  onSubmit: () => Promise<void>
  className?: string
  children: ReactNode
}

/** A form of useForm. `post`, so that a submit before the page is awake never puts what was typed into an address. */
export const Form = ({ form, onSubmit, className = 'grid gap-5', children }: Props) => (
  <form
    ref={form.form}
    method="post"
    noValidate
    className={className}
    onSubmit={(event) => {
      event.preventDefault()
      void onSubmit()
    }}
  >
    {children}
  </form>
)
