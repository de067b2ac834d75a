/**
 * The browser's own controls, held by React. What a person typed, ticked or chose before the page came to life stands in the
 * page only: it is taken over the moment the control does, before anything could write over it.
 */
import { type ChangeEvent, type ComponentProps, type Ref, type RefObject, useLayoutEffect, useRef } from 'react'

type Box = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Held<E extends Box> = {
  ref?: Ref<E> | undefined
  value?: ComponentProps<'input'>['value']
  checked?: boolean | undefined
  onChange?: ((event: ChangeEvent<E, E>) => void) | undefined
}

function useTakenOver<E extends Box>({ ref, value, checked, onChange }: Held<E>): RefObject<E | null> {
  const own = useRef<E>(null)
  const box = ref && typeof ref === 'object' ? ref : own
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the control comes to life
  useLayoutEffect(() => {
    const { current } = box
    if (current && differs(current, value, checked))
      onChange?.({ currentTarget: current, target: current } as ChangeEvent<E, E>)
  }, [])
  return box
}

/** Of radio buttons only the one that was chosen speaks. */
function differs(box: Box, value: Held<Box>['value'], checked: boolean | undefined): boolean {
  if (box instanceof HTMLInputElement && box.type === 'radio') return box.checked && checked === false
  if (box instanceof HTMLInputElement && box.type === 'checkbox')
    return checked !== undefined && box.checked !== checked
  return value !== undefined && box.value !== String(value)
}

export const Input = (props: ComponentProps<'input'>) => <input {...props} ref={useTakenOver(props)} />
export const TextBox = (props: ComponentProps<'textarea'>) => <textarea {...props} ref={useTakenOver(props)} />
export const List = (props: ComponentProps<'select'>) => <select {...props} ref={useTakenOver(props)} />
