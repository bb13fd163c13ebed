import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { say } from '../house.mjs'

// Signs for Windows where a certificate is given, by the names that electron-builder reads too: WIN_CSC_LINK is the
// path of a PKCS#12 file, WIN_CSC_KEY_PASSWORD its password. MOSTRADOR_TIMESTAMP_URL names who says when; without it
// the signature ends with the certificate. `node sign.mjs FILE` signs one file: the uninstaller, which makensis makes.

/** The certificate that is given, or null. */
export function signsWith() {
  const { WIN_CSC_LINK, WIN_CSC_KEY_PASSWORD = '', MOSTRADOR_TIMESTAMP_URL } = process.env
  if (!WIN_CSC_LINK) {
    say(
      'Sin firmar: no hay certificado (WIN_CSC_LINK). Windows avisará al instalar: docs/install.md.',
    )
    return null
  }
  return { file: WIN_CSC_LINK, password: WIN_CSC_KEY_PASSWORD, timestamp: MOSTRADOR_TIMESTAMP_URL }
}

/**
 * @param {string} file
 * @param {ReturnType<typeof signsWith>} certificate null: nothing is done
 */
export function sign(file, certificate) {
  if (!certificate) return
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-sign-'))
  try {
    // Arguments are seen by everybody on the machine, and the environment of others is not.
    const password = join(folder, 'password')
    writeFileSync(password, certificate.password, { mode: 0o600 })
    const signed = join(folder, 'signed')
    const { timestamp } = certificate
    execFileSync('osslsigncode', [
      ...['sign', '-pkcs12', certificate.file, '-readpass', password, '-h', 'sha256'],
      ...['-n', 'Mostrador', ...(timestamp ? ['-ts', timestamp] : [])],
      ...['-in', file, '-out', signed],
    ])
    copyFileSync(signed, file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const [, started, named] = process.argv
if (started === import.meta.filename && named) sign(named, signsWith())
