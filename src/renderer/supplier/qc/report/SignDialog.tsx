import '../qc.css'
import { Button } from '@blueprintjs/core'
import { Undo } from '@blueprintjs/icons'
import { type PointerEvent, useRef, useState } from 'react'
import {
  mostStrokes,
  type SignaturePart,
  type SignatureStrokes,
  signatureField,
} from '../../../../shared/areas/inspection/signature.ts'
import { useAction } from '../../../actions/useAction.ts'
import { key } from '../../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal, useDialog } from '../../../kit/dialogs.tsx'
import { useLocale } from '../../../table/words.ts'
import { useDesk } from '../desk.ts'
import { pathOf, penTo } from './strokes.ts'

interface SignDialogProps extends DialogTurn {
  sscc: string
  number: number
  part: SignaturePart
  /** Whose name it will be. */
  name: string
}

/** Puts a name under an inspection: `const sign = useSignDialog(); … sign.open({ sscc, number, part, name }) … {sign.dialog}` */
export function useSignDialog() {
  return useDialog(SignDialog)
}

const partWords: Record<SignaturePart, string> = {
  inspector: key('Sign as inspector'),
  lead: key('Sign as lead'),
}

/** A field to draw in by pointer or finger; the name stands also without a drawing. */
function SignDialog({ sscc, number, part, name, ...turn }: SignDialogProps) {
  const { t, number: written } = useLocale()
  const desk = useDesk()
  const [strokes, setStrokes] = useState<SignatureStrokes>([])
  const sign = useAction(desk.sign)
  const send = async () => {
    const done = await sign.run({ box_id: sscc, number, part, strokes: strokes.filter((stroke) => stroke.length >= 4) })
    if (done) turn.onClose()
  }
  return (
    <Modal {...turn} title={t(partWords[part])} width={640} isTyped>
      <DialogParts
        onCancel={turn.onClose}
        more={
          <Button
            icon={<Undo />}
            text={t('Clear the drawing')}
            disabled={strokes.length === 0}
            onClick={() => setStrokes([])}
          />
        }
        step={{ text: t('Sign'), run: send, isRunning: sign.isRunning }}
      >
        <p>
          {t(
            '{{name}} signs inspection {{number}}. A signature stays as it is drawn; the name stands below it, also without a drawing.',
            {
              ...{ name, number: written(number) },
            },
          )}
        </p>
        <SignaturePad strokes={strokes} onStrokes={setStrokes} />
      </DialogParts>
    </Modal>
  )
}

interface SignaturePadProps {
  strokes: SignatureStrokes
  onStrokes: (change: (strokes: SignatureStrokes) => SignatureStrokes) => void
}

function SignaturePad({ strokes, onStrokes }: SignaturePadProps) {
  const { t } = useLocale()
  const isDown = useRef(false)
  const { width, height } = signatureField
  const placeOf = ({ clientX, clientY, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const field = currentTarget.getBoundingClientRect()
    return { x: ((clientX - field.left) / field.width) * width, y: ((clientY - field.top) / field.height) * height }
  }
  const end = () => {
    isDown.current = false
  }
  return (
    <svg
      className="signature-pad"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={t('Field to draw a signature in')}
      onPointerDown={(event) => {
        if (event.button !== 0 || strokes.length >= mostStrokes) return
        event.currentTarget.setPointerCapture(event.pointerId)
        isDown.current = true
        const at = placeOf(event)
        onStrokes((all) => penTo([...all, []], at))
      }}
      onPointerMove={(event) => {
        if (!isDown.current) return
        const at = placeOf(event)
        onStrokes((all) => penTo(all, at))
      }}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <line className="signature-line" x1={40} x2={width - 40} y1={height - 60} y2={height - 60} />
      <path className="signature-ink" d={strokes.map(pathOf).join(' ')} />
    </svg>
  )
}
