A small symmetric matrix                                                |1      
             3             1             1             1
rsa                        3             3             4             0
(4I2)           (4I1)           (2F8.3)
 1 3 4 5
1223
   2.000  -1.000
   4.250    1500
