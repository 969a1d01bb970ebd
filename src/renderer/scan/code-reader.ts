import { trustedScript } from '../host/trusted-script.ts'
import type { SeenCode } from './camera-codes.ts'
import workerUrl from './code-worker.ts?worker&url'

export interface CodeReader {
  /** The codes that a picture shows. Throws where it cannot be read. */
  read: (picture: HTMLVideoElement) => Promise<SeenCode[]>
  end: () => void
}

/** Labels of boxes and SKUs, shelves, gate passes and job cards, and what goods bring with them. */
const formats = ['code_128', 'qr_code', 'ean_13', 'ean_8', 'data_matrix', 'code_39'] as const

/** Of browsers that read codes themselves: Chrome on Android, ChromeOS and macOS. */
interface DetectorClass {
  new (options: {
    formats: readonly string[]
  }): {
    detect: (picture: HTMLVideoElement) => Promise<{ rawValue: string; boundingBox: DOMRectReadOnly }[]>
  }
  getSupportedFormats: () => Promise<string[]>
}

/** Reads by the browser where it can, else by a library of our own, which is fetched now. Rejects when that does not come. */
export async function openCodeReader(): Promise<CodeReader> {
  const Detector = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  // An Android without Google's services has the class, and reads nothing by it.
  const known = (await Detector?.getSupportedFormats().catch(() => [])) ?? []
  if (!Detector || !formats.every((format) => known.includes(format))) return openLibrary()
  const own = new Detector({ formats })
  return {
    read: async (picture) =>
      (await own.detect(picture)).map(({ rawValue, boundingBox: { x, y, width, height } }) => ({
        text: rawValue,
        x: (x + width / 2) / picture.videoWidth,
        y: (y + height / 2) / picture.videoHeight,
      })),
    end: () => undefined,
  }
}

/** In a worker: reading a picture takes a phone longer than a scan's feedback may wait. One picture at a time. */
function openLibrary(): Promise<CodeReader> {
  const worker = new Worker(trustedScript(workerUrl), { type: 'module' })
  return new Promise((resolve, reject) => {
    const fail = () => {
      worker.terminate()
      reject(new Error('the reader of codes did not come'))
    }
    let answer: (codes: SeenCode[]) => void = () => undefined
    worker.onerror = fail
    worker.onmessage = ({ data }: MessageEvent<'ready' | 'failed' | SeenCode[]>) => {
      if (data === 'failed') fail()
      else if (data !== 'ready') answer(data)
      else
        resolve({
          read: async (picture) => {
            const bitmap = await createImageBitmap(picture)
            return new Promise<SeenCode[]>((taken) => {
              answer = taken
              worker.postMessage(bitmap, [bitmap])
            })
          },
          end: () => worker.terminate(),
        })
    }
  })
}
