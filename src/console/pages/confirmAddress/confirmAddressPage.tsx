import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../components/controls';
import { ErrorNotice, Loading } from '../../components/feedback';
import icon from '../../icon.svg';
import { type DataOf, useAction } from '../../state/api';
import { useLocation } from '../../state/router';
import { useTexts } from '../../state/texts';
import { accountTexts } from '../../texts/account';

/**
 * Asks the owner of an address whether alert rules may send mails to it. Only the button confirms: programs open links
 * of mails, too.
 */
export default function ConfirmAddressPage(): ReactNode {
  const texts = useTexts(accountTexts).confirmAddressPage;
  const token = useLocation().hash.slice(1);
  const { run, error, isPending } = useAction('confirmAlertAddress');
  const [confirmation, setConfirmation] = useState<{ token: string; record: DataOf<'confirmAlertAddress'> } | null>(
    null,
  );
  useEffect(() => {
    document.title = texts.title;
  }, [texts]);
  useEffect(() => {
    if (token === '') return;
    run({ body: { token, dryRun: true } }).then(
      (record) => setConfirmation({ token, record }),
      () => undefined,
    );
  }, [run, token]);
  const confirm = (): void => {
    run({ body: { token } }).then(
      (record) => setConfirmation({ token, record }),
      () => undefined,
    );
  };
  // Another link may have been opened in the same tab.
  const currentRecord = confirmation?.token === token ? confirmation.record : null;
  const isUnknown = token === '' || error?.status === 404;
  return (
    <main className="centered">
      <div className="stack" style={{ width: 'min(28rem, 100%)' }}>
        <div className="row">
          <img src={icon} alt="" width="32" height="32" />
          <h1>{texts.title}</h1>
        </div>
        {isUnknown && (
          <div className="notice" data-kind="danger" role="alert">
            <p>{texts.unknown}</p>
            <p>{texts.next}</p>
          </div>
        )}
        {error !== null && !isUnknown && <ErrorNotice error={error} />}
        {currentRecord === null && error === null && !isUnknown && <Loading />}
        {currentRecord !== null && !isUnknown && (
          <>
            {!currentRecord.isConfirmed && <p>{texts.question(currentRecord.organization.name)}</p>}
            <p>
              <strong>{currentRecord.address}</strong>
            </p>
            {currentRecord.isConfirmed ? (
              <div className="notice" data-kind="success" role="status">
                {texts.confirmed(currentRecord.organization.name)}
              </div>
            ) : (
              <>
                <Button kind="primary" isPending={isPending} onClick={confirm}>
                  {texts.confirm}
                </Button>
                <p className="small muted">{texts.otherwise}</p>
              </>
            )}
          </>
        )}
      </div>
    </main>
  );
}
