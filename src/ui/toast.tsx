/** One line at the top centre, 3000 ms, 16 px from the edge (seed §9). */
import { Toast } from '@base-ui/react/toast'
import { Icon } from './icon.tsx'

const TOAST_MS = 3000
const manager = Toast.createToastManager()

export const toastError = (text: string) =>
  manager.add({ description: text, type: 'error', timeout: TOAST_MS, priority: 'high' })
export const toastDone = (text: string) => manager.add({ description: text, type: 'done', timeout: TOAST_MS })

export function Toasts() {
  return (
    <Toast.Provider toastManager={manager} timeout={TOAST_MS} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className="toasts">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="toast" swipeDirection="up">
      <Icon name={toast.type === 'error' ? 'warning-circle' : 'check-circle'} />
      <Toast.Description />
    </Toast.Root>
  ))
}
