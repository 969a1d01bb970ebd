import { Button } from '@blueprintjs/core'
import { useRef } from 'react'
import { contract } from '../../../shared/areas.ts'
import type { CallData } from '../../actions/calls.ts'
import { useFile } from '../../actions/files.tsx'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { Section } from '../../kit/Drawer.tsx'
import { Instant } from '../../kit/states.tsx'
import { useLocale } from '../../table/words.ts'

type Proof = CallData<'priceNegotiations.priceNegotiation'>['proofs'][number]

/** Keeps a file with a negotiation. */
export function useAttachProof() {
  return useAction(
    (sent: { negotiation: string; file: File }, options) => api.priceNegotiations.attachPriceProof(sent, options),
    { refresh: ['priceNegotiations'] },
  )
}

/** Chooses a picture or a PDF; what was chosen stands beside the button. */
export function ProofChooser({
  label,
  chosen,
  isSending = false,
  onFile,
}: {
  label: string
  chosen: File | null
  isSending?: boolean
  onFile: (file: File) => void
}) {
  const { t } = useLocale()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="price-chosen price-proof-choice">
      <Button text={label} loading={isSending} onClick={() => input.current?.click()} />
      <span className="muted">{chosen ? chosen.name : t('A picture or a PDF')}</span>
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label={label}
        accept={contract.priceNegotiations.attachPriceProof.takesFile.accept.join(',')}
        onChange={({ target }) => {
          const file = target.files?.[0]
          // Emptied, so that the same file can be chosen again.
          target.value = ''
          if (file) onFile(file)
        }}
      />
    </div>
  )
}

/** What proves an agreement, for the company alone. */
export function Proofs({ negotiation, proofs }: { negotiation: string; proofs: readonly Proof[] }) {
  const { t, number } = useLocale()
  const attach = useAttachProof()
  const file = useFile()
  return (
    <Section title={t('Proof')}>
      {proofs.length === 0 ? <p className="muted">{t('No file proves this price.')}</p> : null}
      <ul className="price-proofs">
        {proofs.map(({ proof_id, name, bytes, by, at }) => (
          <li key={proof_id}>
            <Button
              size="small"
              variant="minimal"
              intent="primary"
              text={name}
              onClick={() => file.get(contract.priceNegotiations.priceProof, { proof_id })}
            />
            <span className="muted">
              {number(Math.ceil(bytes / 1024))} KB · {by} · <Instant at={at} />
            </span>
          </li>
        ))}
      </ul>
      <ProofChooser
        label={t('Attach a proof…')}
        chosen={null}
        isSending={attach.isRunning}
        onFile={(chosen) => void attach.run({ negotiation, file: chosen })}
      />
    </Section>
  )
}
