import { useTranslation } from 'react-i18next'
import type { CallInput } from '../../actions/calls.ts'
import { problemOf, showFailure, useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { serverAddress } from '../../api/send.ts'
import { host, isDesktop } from '../../host/host.ts'
import { showToast } from '../../kit/Toasts.tsx'

/**
 * Barcode labels of boxes or SKUs: the server names the address of their PDF, which a window of its own shows. The desktop app
 * saves it, as its rules for links say of its own server's labels, and shows the file in the system's viewer.
 */
export function useBarcodeLabels() {
  const { t } = useTranslation()
  const say = useSay()
  const make = useAction(
    (input: CallInput<'labels.barcodeLabels'>, options) => api.labels.barcodeLabels(input, options),
    {
      done: () => null,
      refresh: [],
    },
  )
  const open = async (input: CallInput<'labels.barcodeLabels'>): Promise<void> => {
    const made = await make.run(input)
    if (!made) return
    const address = labelAddress(made.data.label_url, serverAddress() || location.origin)
    const show = () =>
      host.app.openLink(address).catch((failure: unknown) => showFailure(problemOf(failure), { say, t }))
    await show()
    // A browser may keep a window back that no press asked for: then it is one press away.
    const again = { label: t('Open labels'), run: () => void show() }
    showToast({ tone: 'success', text: say.message(made.message), ...(isDesktop ? {} : { actions: [again] }) })
  }
  return { open, isMaking: make.isRunning }
}

/** A label_url is a path of the server. */
export function labelAddress(labelUrl: string, server: string): string {
  return new URL(labelUrl, server).href
}
