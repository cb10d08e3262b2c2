import { escapeHidden } from '@hitl/permissions';
import type { CliIo } from '../process/io.ts';
import type { MailboxRequest } from '../delta-folder/mailbox-files.ts';
import type { DeltaStatus, Metadata } from '../delta-folder/metadata.ts';
import { messageOf } from '../process/message-of.ts';

/** The result of an invocation for programs: the last JSON value on stdout. */
export interface RunReport {
  /** `null` if it was refused before there was a run. */
  readonly run_id: string | null;
  readonly status: DeltaStatus | null;
  readonly response: string | null;
  readonly error: string | null;
  /** The content of `request.json` while the run waits. */
  readonly interaction: MailboxRequest | null;
}

/** Reports the state of a run to people or to programs. */
export interface Reporter {
  /** Prints a line about progress. */
  note(message: string): void;
  report(report: RunReport, response: string): void;
  /** Reports, to programs, an error that is also printed on stderr; once per run. */
  failed(run: Pick<Metadata, 'run_id' | 'status'> | null, error: unknown): void;
}

export function createReporter(format: 'text' | 'json', io: CliIo): Reporter {
  const note = (message: string) => void io.stderr.write(`delta: ${escapeHidden(message)}\n`);
  const writeReport = (report: RunReport) => void io.stdout.write(`${JSON.stringify(report)}\n`);
  let isReported = false;
  return {
    note,
    report(report, path) {
      const { status, interaction, response, error } = report;
      isReported = true;
      const guidance =
        status === 'WAITING_FOR_INPUT'
          ? `Agent paused. Provide a response in ${path} and re-run 'delta run' to continue.\n`
          : '';
      if (status === 'FAILED') note(error ?? 'The run failed.');
      if (format === 'json') {
        io.stderr.write(guidance);
        writeReport(report);
        return;
      }
      if (interaction !== null) io.stdout.write(`${escapeHidden(interaction.prompt)}\n\n`);
      io.stdout.write(guidance);
      if (status !== 'COMPLETED') return;
      const text = response ?? '';
      // A file or program gets the agent's text unchanged; a terminal would execute its control
      // sequences.
      io.stdout.write(`${io.stdout.isTTY === true ? escapeHidden(text) : text}\n`);
    },
    failed(run, error) {
      if (isReported || format === 'text') return;
      isReported = true;
      const { run_id = null, status = null } = run ?? {};
      writeReport({ run_id, status, response: null, error: messageOf(error), interaction: null });
    },
  };
}
