// Doubles a register for the channels that are on, and ends the thread: Xe2.
         mul (16|M0)              r10.0<1>:f    r10.0<1;1,0>:f    2.0:f               {Compacted,$1.dst}
         goto (16|M0)                         DONE                  DONE
DONE:
(W)      send.gtwy (1|M0)         null     r126    null:0  0x0            0x02000010           {EOT,A@1,$0}
