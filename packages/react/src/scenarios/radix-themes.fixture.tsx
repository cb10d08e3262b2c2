import { Button, Card, Code, Dialog, Flex, Theme } from '@radix-ui/themes';
import styles from '@radix-ui/themes/styles.css?inline';
import type { ReactElement } from 'react';
import { Confirm } from '../confirm/index.ts';
import { visibleString } from '../headless.ts';
import type { OwnCardProps } from './own-card-chat.fixture.tsx';
import { usePageAppearance } from './use-page-appearance.fixture.ts';

/** A dialog and buttons of another library, with the kit's behaviour through `asChild`. */
export function RadixThemesCard({ request }: OwnCardProps): ReactElement {
  return (
    <>
      <style>{styles}</style>
      <Theme
        appearance={usePageAppearance()}
        accentColor="grass"
        radius="large"
        panelBackground="solid"
        hasBackground={false}
      >
        <Dialog.Root>
          <Card size="2">
            <Flex align="center" justify="between" gap="4">
              <span>
                <Code>{visibleString(request.tool_name)}</Code> needs approval
              </span>
              <Dialog.Trigger>
                <Button variant="soft">Review</Button>
              </Dialog.Trigger>
            </Flex>
          </Card>
          <Dialog.Content maxWidth="480px">
            <Confirm.Root request={request} asChild>
              <Flex direction="column" gap="4" p="0" style={{ border: 0 }}>
                <Dialog.Title mb="0">{visibleString(request.tool_name)} wants to run</Dialog.Title>
                <Dialog.Description size="2" color="gray">
                  Nothing happens before you say so.
                </Dialog.Description>
                <Confirm.Args />
                <Confirm.Scope />
                <Confirm.Problem />
                <Flex gap="3" justify="end">
                  <Confirm.Answer confirmed={false} asChild>
                    <Button variant="surface" color="gray">
                      Not now
                    </Button>
                  </Confirm.Answer>
                  <Confirm.Answer confirmed asChild>
                    <Button>Run it</Button>
                  </Confirm.Answer>
                </Flex>
              </Flex>
            </Confirm.Root>
          </Dialog.Content>
        </Dialog.Root>
      </Theme>
    </>
  );
}
