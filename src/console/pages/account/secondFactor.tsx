import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import schema from 'virtual:schema/SecondFactorProof';
import { Button, CopyButton } from '../../components/controls';
import { OperationForm } from '../../components/operationForm';
import { useToast } from '../../components/overlays';
import { Section } from '../../components/shell';
import { type DataOf, useAction } from '../../state/api';
import { useSession } from '../../state/session';
import { useTexts } from '../../state/texts';
import { accountTexts } from '../../texts/account';

const QrCode = lazy(async () => ({ default: (await import('./qrCode')).QrCode }));

/** The second factor of a member who has a password. */
export function SecondFactor(): ReactNode {
  const texts = useTexts(accountTexts).secondFactor;
  const { member } = useSession();
  const [made, setMade] = useState<DataOf<'createSecondFactor'> | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const create = useAction('createSecondFactor');
  const queries = useQueryClient();
  const renew = useAction('createRecoveryCodes');
  const show = useToast();
  const remove = useAction('removeSecondFactor', ['getCurrentSession']);
  if (!member.hasPassword) return null;
  const password = { label: texts.password, type: 'password', autoComplete: 'current-password', required: true };
  const form = { layout: 'page', kind: 'normal', schema, isCleared: true } as const;
  // Only now: where a second factor is required, the session then shows other pages in place of the codes.
  const done = (): void => {
    setCodes([]);
    setMade(null);
    void queries.invalidateQueries({ queryKey: ['getCurrentSession'] });
  };
  return (
    <Section title={texts.title}>
      {codes.length > 0 ? (
        <div className="stack">
          <p role="status">{texts.keep}</p>
          <pre className="code">{codes.join('\n')}</pre>
          <div className="row">
            <CopyButton text={codes.join('\n')} label={texts.copy} size="normal" />
            <Button onClick={done}>{texts.kept}</Button>
          </div>
        </div>
      ) : made !== null ? (
        <OperationForm
          {...form}
          fields={{ code: { label: texts.code, autoComplete: 'one-time-code', required: true } }}
          values={{ code: '' }}
          action={texts.confirm}
          onSubmit={async (body) => setCodes((await renew.run({ body })).recoveryCodes)}
        >
          <p>{texts.enter}</p>
          <Suspense>
            <QrCode text={made.url} label={texts.qrCode} />
          </Suspense>
          <code>{made.secret.replace(/.{4}(?!$)/g, '$& ')}</code>
          <a href={made.url}>{texts.open}</a>
        </OperationForm>
      ) : member.hasSecondFactor ? (
        <>
          <p>{texts.on}</p>
          <OperationForm
            {...form}
            fields={{ password }}
            values={{ password: '' }}
            action={texts.renew}
            onSubmit={async (body) => setCodes((await renew.run({ body })).recoveryCodes)}
          />
          <OperationForm
            {...form}
            fields={{ password }}
            values={{ password: '' }}
            action={texts.remove}
            onSubmit={async (body) => {
              await remove.run({ body });
              show({ text: texts.removed });
            }}
          />
        </>
      ) : (
        <OperationForm
          {...form}
          fields={{ password }}
          values={{ password: '' }}
          action={texts.create}
          onSubmit={async (body) => setMade(await create.run({ body }))}
        >
          <p className="muted">{texts.help}</p>
        </OperationForm>
      )}
    </Section>
  );
}
